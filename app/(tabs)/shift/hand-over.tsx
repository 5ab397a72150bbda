export { HandOverScreen as default } from '@/shell/later';
