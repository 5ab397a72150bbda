export { AskScreen as default } from '@/shell/later';
