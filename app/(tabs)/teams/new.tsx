export { NewTeamScreen as default } from '@/shell/editors/teams';
