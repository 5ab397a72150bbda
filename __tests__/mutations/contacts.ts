import type { Mutation } from './mutation';

const sync = { file: '__tests__/sync/contacts.test.ts' };
const server = (title: string) => ({ file: '__tests__/server/contactWrites.test.ts', title });

const merges = (title: string) => ({ file: '__tests__/server/contactMerges.test.ts', title });
const followed =
  'become one: gifts, visits, answers, tags and the stricter opt-out follow, field by field as chosen';

/** Mutations of adding and changing contacts. */
export const contactMutations: readonly Mutation[] = [
  {
    name: 'a contact is created twice',
    file: 'server/store/migrations/0003-contacts-and-actions.sql',
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
    file: 'src/domain/contacts/contactEdit.ts',
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
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: 'to_jsonb(OLD) - free IS DISTINCT FROM to_jsonb(NEW) - free OR',
    to: '',
    check: server('are guarded by the database, whatever the handler does'),
  },
  {
    name: 'a volunteer takes an opt-out back',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: ' OR OLD.black_list AND NOT NEW.black_list',
    to: '',
    check: server('below a manager change by mail, phone, address and opt-out only, where they are visible'),
  },
  {
    name: 'a contact is added in the name of somebody else',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: 'AND (created_by = doorstep_user() OR',
    to: 'AND (created_by > 0 OR',
    check: server('are guarded by the database, whatever the handler does'),
  },
  {
    name: 'a record about a merged contact is refused',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: '    NEW.contact_id := next;',
    to: '    EXIT;',
    check: merges('take in what a phone sends later about the one that left, and a repeated addition of it'),
  },
  {
    name: 'a gift misses a merge that is running',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: 'id = NEW.contact_id FOR KEY SHARE;',
    to: 'id = NEW.contact_id;',
    check: merges('have the gift that was on its way while they were merged'),
  },
  {
    name: 'a merged contact is added again',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: 'WHERE group_id = NEW.group_id AND uuid = NEW.uuid) THEN',
    to: 'WHERE group_id = NEW.group_id AND uuid = NEW.uuid) OR true THEN',
    check: merges('take in what a phone sends later about the one that left, and a repeated addition of it'),
  },
  {
    name: 'a merge loses an opt-out',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: 'AND l.id = leaves AND l.black_list;',
    to: 'AND l.id = leaves AND false;',
    check: merges(followed),
  },
  {
    name: 'a merge hides the contact from those who saw it',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: "AND (bucket LIKE 'user:%' OR bucket LIKE 'looked:%' OR bucket LIKE 'gifts:%') HAVING",
    to: "AND bucket = 'none' HAVING",
    check: merges(followed),
  },
  {
    name: 'a contact that somebody else has changed is merged',
    file: 'server/routes/contactMerges.ts',
    from: '!isSameTime(kept.updated_at, seen.stays) || !isSameTime(gone.updated_at, seen.leaves)',
    to: 'Date.parse(seen.stays) === 0',
    check: merges('are merged once, whoever repeats it, and the second of two organisers is told'),
  },
  {
    name: 'a limited role merges contacts',
    file: 'server/store/migrations/0016-contacts-write.sql',
    from: 'IF NOT doorstep_is_manager_in_person() OR stays = leaves THEN',
    to: 'IF stays = leaves THEN',
    check: merges('are merged by managers in person only, whatever the handler does'),
  },
];
