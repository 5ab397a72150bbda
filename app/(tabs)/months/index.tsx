export { MonthsScreen as default } from '@/shell/later';
