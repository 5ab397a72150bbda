export { ContactsLayout as default, unstable_settings } from '@/shell/layouts/ContactsLayout';
