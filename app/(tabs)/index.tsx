export { HomeScreen as default } from '@/features/home/HomeScreen';
