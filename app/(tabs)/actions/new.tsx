import { lazyScreen } from '@/shell/lazyScreen';

export default lazyScreen(async () => (await import('@/features/actions/edit/screens')).NewActionScreen);
