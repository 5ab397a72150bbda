export { NewActionScreen as default } from '@/shell/editors/actions';
