export { EditActionScreen as default } from '@/shell/editors/actions';
