export { ScanScreen as default } from '@/shell/later';
