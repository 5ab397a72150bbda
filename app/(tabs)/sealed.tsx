export { OpenSealedScreen as default } from '@/shell/later';
