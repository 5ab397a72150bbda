export { NewActionScreen as default } from '@/features/actions/edit/NewActionScreen';
