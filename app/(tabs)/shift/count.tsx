export { CountScreen as default } from '@/features/cash/CountScreen';
