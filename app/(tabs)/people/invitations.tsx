export { InvitationsScreen as default } from '@/features/invitations/InvitationsScreen';
