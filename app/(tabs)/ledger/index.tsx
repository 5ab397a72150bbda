export { LedgerIndex as default } from '@/shell/layouts/LedgerLayout';
