/** The screens of one editor, loaded together by their routes. */
export { NewActionScreen } from './NewActionScreen';
export { EditActionScreen } from './EditActionScreen';
