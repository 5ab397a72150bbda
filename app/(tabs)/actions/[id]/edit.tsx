export { EditActionScreen as default } from '@/shell/later';
