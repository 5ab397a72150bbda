export { EditPersonScreen as default } from '@/features/people/EditPersonScreen';
