export { SpaceSettingsScreen as default } from '@/features/space/SpaceSettingsScreen';
