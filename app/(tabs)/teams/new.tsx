export { NewTeamScreen as default } from '@/features/teams/edit/NewTeamScreen';
