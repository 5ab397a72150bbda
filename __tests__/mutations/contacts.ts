import type { Mutation } from './mutation';

const sync = { file: '__tests__/sync/contacts.test.ts' };
const server = (title: string) => ({ file: '__tests__/server/contactWrites.test.ts', title });

/** Mutations of adding and changing contacts. */
export const contactMutations: readonly Mutation[] = [
  {
    name: 'a contact is created twice',
    file: 'server/store/migrations/0002-contacts-and-actions.sql',
    from: '  CONSTRAINT contacts_unique_uuid UNIQUE (group_id, uuid),\n',
    to: '',
    check: server('are one contact under one uuid, also under another key'),
  },
  {
    name: 'a contact is shown next to its download',
    file: 'src/db/outbox/pendingContacts.ts',
    from: 'if (!(await hasAddedContact(reader, scope, row.id)))',
    to: '',
    check: sync,
  },
  {
    name: 'a change overwrites what somebody else changed in the same field',
    file: 'src/domain/contactEdit.ts',
    from: 'if (!isSame(seen[field], now[field]))',
    to: 'if (now === undefined)',
    check: sync,
  },
  {
    name: 'a contact is sent to a service without a place for it',
    file: 'src/domain/outbox.ts',
    from: "  contact_create: 'contacts_write',\n",
    to: '',
    check: sync,
  },
  {
    name: 'a volunteer renames a contact',
    file: 'server/store/migrations/0012-contacts-write.sql',
    from: 'to_jsonb(OLD) - free IS DISTINCT FROM to_jsonb(NEW) - free OR',
    to: '',
    check: server('are guarded by the database, whatever the handler does'),
  },
  {
    name: 'a volunteer takes an opt-out back',
    file: 'server/store/migrations/0012-contacts-write.sql',
    from: ' OR OLD.black_list AND NOT NEW.black_list',
    to: '',
    check: server('below a manager change by mail, phone, address and opt-out only, where they are visible'),
  },
  {
    name: 'a contact is added in the name of somebody else',
    file: 'server/store/migrations/0012-contacts-write.sql',
    from: 'AND (created_by = doorstep_user() OR',
    to: 'AND (created_by > 0 OR',
    check: server('are guarded by the database, whatever the handler does'),
  },
];
