export { NotFoundScreen as default } from '@/runtime/NotFoundScreen';
