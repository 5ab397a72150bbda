export { ReconciliationScreen as default } from '@/shell/later';
