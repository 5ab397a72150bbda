import { lazyScreen } from '@/shell/lazyScreen';

export default lazyScreen(async () => (await import('@/features/teams/edit/screens')).NewTeamScreen);
