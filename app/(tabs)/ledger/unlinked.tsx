export { UnlinkedScreen as default } from '@/shell/editors/ledger';
