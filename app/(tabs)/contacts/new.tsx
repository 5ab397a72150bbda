import { lazyScreen } from '@/shell/lazyScreen';

export default lazyScreen(async () => (await import('@/features/contacts/edit/screens')).NewContactScreen);
