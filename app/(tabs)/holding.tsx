export { HoldingScreen as default } from '@/shell/later';
