export { CatalogueScreen as default } from '@/features/catalogue/CatalogueScreen';
