export { SpaceSettingsScreen as default } from '@/shell/later';
