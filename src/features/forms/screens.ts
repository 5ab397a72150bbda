/** The screens of questions, loaded together by their routes. */
export { EditQuestionScreen } from './EditQuestionScreen';
export { QuestionsScreen } from './QuestionsScreen';
