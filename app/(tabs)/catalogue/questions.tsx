export { QuestionsScreen as default } from '@/shell/later';
