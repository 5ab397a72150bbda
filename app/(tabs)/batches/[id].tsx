export { BatchScreen as default } from '@/shell/later';
