export { MonthScreen as default } from '@/shell/later';
