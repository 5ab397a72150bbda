export { BundleScreen as default } from '@/shell/editors/ledger';
