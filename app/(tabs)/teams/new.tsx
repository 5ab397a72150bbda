export { NewTeamScreen as default } from '@/shell/later';
