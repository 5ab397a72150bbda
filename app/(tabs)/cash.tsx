export { CashDeskScreen as default } from '@/shell/later';
