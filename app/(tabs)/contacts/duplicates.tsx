export { DuplicatesScreen as default } from '@/shell/later';
