export { EditSettingsScreen as default } from '@/features/catalogue/edit/EditSettingsScreen';
