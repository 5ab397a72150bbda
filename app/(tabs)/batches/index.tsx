export { BatchesScreen as default } from '@/features/cash/batches/BatchesScreen';
