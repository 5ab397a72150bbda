export { DeskLayout as default, unstable_settings } from '@/shell/layouts/DeskLayout';
