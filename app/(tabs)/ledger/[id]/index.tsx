export { BundleScreen as default } from '@/shell/later';
