export { AppLayout as default } from '@/runtime/AppLayout';
