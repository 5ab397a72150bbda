export { SettingsScreen as default } from '@/shell/later';
