export { TokensScreen as default } from '@/shell/later';
