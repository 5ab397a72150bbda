export { AppLayout as default, unstable_settings } from '@/runtime/AppLayout';
