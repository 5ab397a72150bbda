export { NewTeamScreen as default } from '@/features/team-edit/NewTeamScreen';
