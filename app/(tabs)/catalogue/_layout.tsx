export { CatalogueLayout as default, unstable_settings } from '@/shell/layouts/CatalogueLayout';
