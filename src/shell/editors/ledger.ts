import { lazyScreen } from '../lazyScreen';

const load = () => import('@/features/ledger/screens');

export const LedgerScreen = lazyScreen(async () => (await load()).LedgerScreen);
export const BundleScreen = lazyScreen(async () => (await load()).BundleScreen);
export const CorrectBundleScreen = lazyScreen(async () => (await load()).CorrectBundleScreen);
export const UnlinkedScreen = lazyScreen(async () => (await load()).UnlinkedScreen);
