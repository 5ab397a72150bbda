export { WalkListScreen as default } from '@/features/actions/doors/WalkListScreen';
