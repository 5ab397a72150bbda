import { lazyScreen } from '../lazyScreen';

const load = () => import('@/features/catalogue/edit/screens');

export const EditItemScreen = lazyScreen(async () => (await load()).EditItemScreen);
export const EditSettingsScreen = lazyScreen(async () => (await load()).EditSettingsScreen);
