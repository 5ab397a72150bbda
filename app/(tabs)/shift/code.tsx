export { CodeScreen as default } from '@/shell/later';
