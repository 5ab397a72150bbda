import { lazyScreen } from '../lazyScreen';

const load = () => import('@/features/teams/edit/screens');

export const NewTeamScreen = lazyScreen(async () => (await load()).NewTeamScreen);
export const EditTeamScreen = lazyScreen(async () => (await load()).EditTeamScreen);
