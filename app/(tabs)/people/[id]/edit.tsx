export { EditPersonScreen as default } from '@/shell/later';
