export { AppLayout as default, unstable_settings } from '@/shell/AppLayout';
