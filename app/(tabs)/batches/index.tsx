export { BatchesScreen as default } from '@/shell/later';
