export { ActionsScreen as default } from '@/features/actions/ActionsScreen';
