import { lazyScreen } from '@/shell/lazyScreen';

export default lazyScreen(async () => (await import('@/features/catalogue/edit/screens')).EditItemScreen);
