import { lazyScreen } from '../lazyScreen';

const load = () => import('@/features/actions/edit/screens');

export const NewActionScreen = lazyScreen(async () => (await load()).NewActionScreen);
export const EditActionScreen = lazyScreen(async () => (await load()).EditActionScreen);
