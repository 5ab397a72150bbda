export { CaptureScreen as default } from '@/features/capture/CaptureScreen';
