export { PeopleScreen as default } from '@/shell/later';
