export { PeopleLayout as default, unstable_settings } from '@/shell/layouts/PeopleLayout';
