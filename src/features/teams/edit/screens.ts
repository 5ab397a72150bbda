/** The screens of one editor, loaded together by their routes. */
export { NewTeamScreen } from './NewTeamScreen';
export { EditTeamScreen } from './EditTeamScreen';
