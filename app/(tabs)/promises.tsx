export { PromisesScreen as default } from '@/shell/later';
