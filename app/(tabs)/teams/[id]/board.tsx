export { BoardScreen as default } from '@/shell/later';
