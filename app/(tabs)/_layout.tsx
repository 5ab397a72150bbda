export { TabsLayout as default } from '@/shell/TabsLayout';
