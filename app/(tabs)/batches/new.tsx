export { NewBatchScreen as default } from '@/features/cash/batches/NewBatchScreen';
