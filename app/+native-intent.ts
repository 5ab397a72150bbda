export { redirectSystemPath } from '@/shell/nativeIntent';
