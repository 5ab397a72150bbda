export { RollCallScreen as default } from '@/shell/later';
