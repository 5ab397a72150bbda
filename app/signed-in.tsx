export { JoinedRedirect as default } from '@/features/join/JoinedRedirect';
