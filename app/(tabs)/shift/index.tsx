export { ShiftScreen as default } from '@/shell/later';
