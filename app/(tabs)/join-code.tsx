export { JoinCodeScreen as default } from '@/shell/later';
