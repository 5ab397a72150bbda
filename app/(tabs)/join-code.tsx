export { JoinCodeScreen as default } from '@/features/join/JoinCodeScreen';
