export { DevicesScreen as default } from '@/shell/later';
