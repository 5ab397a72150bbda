/** The screens of one editor, loaded together by their routes. */
export { EditItemScreen } from './EditItemScreen';
export { EditSettingsScreen } from './EditSettingsScreen';
