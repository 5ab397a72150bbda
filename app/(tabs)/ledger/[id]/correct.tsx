export { CorrectBundleScreen as default } from '@/shell/later';
