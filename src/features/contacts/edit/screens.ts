/** The screens of one editor, loaded together by their routes. */
export { NewContactScreen } from './NewContactScreen';
export { EditContactScreen } from './EditContactScreen';
