export { CheckInScreen as default } from '@/shell/later';
