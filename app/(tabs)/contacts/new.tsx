export { NewContactScreen as default } from '@/shell/later';
