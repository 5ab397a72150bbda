export { EditActionScreen as default } from '@/features/actions/edit/EditActionScreen';
