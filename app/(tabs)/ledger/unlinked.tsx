export { UnlinkedScreen as default } from '@/shell/later';
