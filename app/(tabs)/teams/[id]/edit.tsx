export { EditTeamScreen as default } from '@/shell/editors/teams';
