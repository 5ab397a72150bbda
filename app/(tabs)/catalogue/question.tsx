export { EditQuestionScreen as default } from '@/shell/editors/forms';
