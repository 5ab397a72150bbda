export { TeamsScreen as default } from '@/features/teams/TeamsScreen';
