export { CashDeskScreen as default } from '@/features/cash/CashDeskScreen';
