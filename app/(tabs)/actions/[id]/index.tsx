export { ActionScreen as default } from '@/features/actions/ActionScreen';
