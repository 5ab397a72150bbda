export { CorrectBundleScreen as default } from '@/features/ledger/CorrectBundleScreen';
