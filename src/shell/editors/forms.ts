import { lazyScreen } from '../lazyScreen';

const load = () => import('@/features/forms/screens');

export const QuestionsScreen = lazyScreen(async () => (await load()).QuestionsScreen);
export const EditQuestionScreen = lazyScreen(async () => (await load()).EditQuestionScreen);
