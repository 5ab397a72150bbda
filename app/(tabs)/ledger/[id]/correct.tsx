export { CorrectBundleScreen as default } from '@/shell/editors/ledger';
