export { QuestionsScreen as default } from '@/shell/editors/forms';
