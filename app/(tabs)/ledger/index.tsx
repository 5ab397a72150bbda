export { LedgerScreen as default } from '@/features/ledger/LedgerScreen';
