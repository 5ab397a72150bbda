export { BundleScreen as default } from '@/features/ledger/BundleScreen';
