export { TeamsLayout as default, unstable_settings } from '@/shell/layouts/TeamsLayout';
