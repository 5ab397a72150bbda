export { EditSettingsScreen as default } from '@/shell/editors/catalogue';
