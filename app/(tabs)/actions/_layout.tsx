export { ActionsLayout as default, unstable_settings } from '@/shell/layouts/ActionsLayout';
