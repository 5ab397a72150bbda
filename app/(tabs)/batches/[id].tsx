export { BatchScreen as default } from '@/features/cash/batches/BatchScreen';
