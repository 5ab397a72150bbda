export { EditTeamScreen as default } from '@/features/team-edit/EditTeamScreen';
