/** The screens of the ledger, loaded together by their routes. */
export { BundleScreen } from './BundleScreen';
export { CorrectBundleScreen } from './CorrectBundleScreen';
export { LedgerScreen } from './LedgerScreen';
export { UnlinkedScreen } from './unlinked/UnlinkedScreen';
