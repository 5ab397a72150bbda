export { ShiftScreen as default } from '@/features/cash/ShiftScreen';
