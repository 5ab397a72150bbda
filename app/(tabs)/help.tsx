export { HelpScreen as default } from '@/shell/later';
