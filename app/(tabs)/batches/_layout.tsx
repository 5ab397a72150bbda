export { BatchesLayout as default, unstable_settings } from '@/shell/layouts/BatchesLayout';
