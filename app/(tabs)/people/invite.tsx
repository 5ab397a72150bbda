export { InviteScreen as default } from '@/features/invitations/InviteScreen';
