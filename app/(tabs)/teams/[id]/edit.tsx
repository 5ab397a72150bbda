export { EditTeamScreen as default } from '@/features/teams/edit/EditTeamScreen';
