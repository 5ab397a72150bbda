export { CatalogueScreen as default } from '@/shell/later';
