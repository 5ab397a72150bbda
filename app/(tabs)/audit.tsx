export { AuditScreen as default } from '@/shell/later';
