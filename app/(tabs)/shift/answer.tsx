export { AnswerScreen as default } from '@/shell/later';
