export { UnlinkedScreen as default } from '@/features/ledger/unlinked/UnlinkedScreen';
