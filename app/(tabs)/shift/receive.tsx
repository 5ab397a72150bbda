export { ReceiveScreen as default } from '@/features/cash/ReceiveScreen';
