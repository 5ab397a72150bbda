export { CountScreen as default } from '@/shell/later';
