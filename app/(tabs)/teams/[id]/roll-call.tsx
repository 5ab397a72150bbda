export { RollCallScreen as default } from '@/features/teams/RollCallScreen';
