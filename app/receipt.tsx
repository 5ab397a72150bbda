export { ReceiptScreen as default } from '@/shell/later';
