export { LedgerLayout as default, unstable_settings } from '@/shell/layouts/LedgerLayout';
