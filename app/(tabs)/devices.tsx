export { DevicesScreen as default } from '@/features/you/DevicesScreen';
