export { NewActionScreen as default } from '@/shell/later';
