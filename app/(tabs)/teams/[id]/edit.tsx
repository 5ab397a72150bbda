export { EditTeamScreen as default } from '@/shell/later';
