export { redirectSystemPath } from '@/runtime/nativeIntent';
