export { EditSettingsScreen as default } from '@/shell/later';
