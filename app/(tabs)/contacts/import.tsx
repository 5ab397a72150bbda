export { ImportScreen as default } from '@/shell/later';
