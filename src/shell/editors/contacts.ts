import { lazyScreen } from '../lazyScreen';

const load = () => import('@/features/contacts/edit/screens');

export const NewContactScreen = lazyScreen(async () => (await load()).NewContactScreen);
export const EditContactScreen = lazyScreen(async () => (await load()).EditContactScreen);
