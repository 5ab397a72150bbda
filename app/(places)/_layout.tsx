export { PlacesLayout as default } from '@/runtime/PlacesLayout';
