export { YouScreen as default } from '@/features/you/YouScreen';
