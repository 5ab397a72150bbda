export { HandOverScreen as default } from '@/features/cash/HandOverScreen';
