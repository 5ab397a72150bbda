export { TeamScreen as default } from '@/features/teams/TeamScreen';
