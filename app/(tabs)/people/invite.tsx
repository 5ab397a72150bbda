export { InviteScreen as default } from '@/shell/later';
