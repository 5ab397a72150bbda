export { InvitationsScreen as default } from '@/shell/later';
