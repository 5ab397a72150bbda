export { NewBatchScreen as default } from '@/shell/later';
