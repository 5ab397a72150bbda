export { CheckInCodeScreen as default } from '@/shell/later';
