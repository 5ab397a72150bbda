export { ReceiveScreen as default } from '@/shell/later';
