export { PersonScreen as default } from '@/shell/later';
