export { LedgerScreen as default } from '@/shell/later';
