export { MergeScreen as default } from '@/shell/later';
