export { TokensScreen as default } from '@/features/tokens/TokensScreen';
