export { EditQuestionScreen as default } from '@/shell/later';
