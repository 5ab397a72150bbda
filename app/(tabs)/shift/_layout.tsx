export { ShiftLayout as default, unstable_settings } from '@/shell/layouts/ShiftLayout';
