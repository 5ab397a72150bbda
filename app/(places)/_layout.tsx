export { PlacesLayout as default } from '@/shell/PlacesLayout';
