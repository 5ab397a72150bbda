import type { Mutation } from './mutation';

const server = (name: string, title: string) => ({ file: `__tests__/server/${name}.test.ts`, title });
const migration = (name: string) => `server/store/migrations/${name}.sql`;

/** Mutations of accounts: sign-in, membership, rights, audit log and mail. */
export const accountMutations: readonly Mutation[] = [
  {
    name: 'a sign-in in progress survives a change of the mail address',
    file: migration('0004-sign-in'),
    from: `  WITH ended AS (
    DELETE FROM sign_in_codes WHERE lower(mail) IN (lower(OLD.mail), lower(NEW.mail)) RETURNING interaction_hash
  )
  DELETE FROM sign_in_artifacts USING ended WHERE kind = 'Interaction' AND id_hash = interaction_hash;
  UPDATE devices SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  UPDATE access_tokens SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
`,
    to: '',
    check: server('auth.takeOver', 'ends when the mail address changes'),
  },
  {
    name: 'a request changes the mail address of an account directly',
    file: migration('0004-sign-in'),
    from: "IF current_user = 'doorstep_app' THEN\n    RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = 'a request cannot change this';",
    to: "IF false THEN\n    RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = 'a request cannot change this';",
    check: server('account', 'is only proposed by a manager'),
  },
  {
    name: 'the last admin is demoted',
    file: migration('0001-spaces-and-people'),
    from: "IF before IN ('superadmin', 'admin') AND after",
    to: 'IF false AND after',
    check: server('auth.takeOver', 'cannot be demoted in a space that has admins only'),
  },
  {
    name: 'its maker changes a bundle after a manager did',
    file: migration('0003-money'),
    from: 'b.created_by = doorstep_user() AND b.managed_at IS NULL',
    to: 'b.created_by = doorstep_user()',
    check: server('bundleRights', 'is changed by its maker until a manager has changed it'),
  },
  {
    name: 'a change of membership is not in the audit log',
    file: migration('0006-audit-and-retention'),
    from: `CREATE TRIGGER audit_update AFTER UPDATE ON space_users REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_members();`,
    to: '',
    check: server('audit', 'has an entry for changeMembership'),
  },
  {
    name: 'an entry of the audit log can be changed',
    file: migration('0006-audit-and-retention'),
    from: 'CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION doorstep_audit_kept();',
    to: '',
    check: server('audit', 'cannot be changed, deleted or inserted by a request'),
  },
  {
    name: 'the rights of a token for scripts are ignored',
    file: migration('0006-audit-and-retention'),
    from: "    OR string_to_array(current_setting('doorstep.rights', true), ',') && ARRAY['read', area]",
    to: '    OR true',
    check: server('scriptTokens', 'is limited by the database too'),
  },
  {
    name: 'a suspended person enters the space',
    file: migration('0004-sign-in'),
    from: 'WHERE s.user_id = u.id AND s.removed_at IS NULL AND s.suspended_at IS NULL',
    to: 'WHERE s.user_id = u.id AND s.removed_at IS NULL',
    check: server('membership', 'suspends a person'),
  },
  {
    name: 'an invitation never expires',
    file: 'server/auth/people.ts',
    from: 'i.user_id IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > now()',
    to: 'i.user_id IS NULL AND i.withdrawn_at IS NULL',
    check: server('invitations', 'expires after 14 days'),
  },
  {
    name: 'the second factor is not asked at sign-in',
    file: 'server/auth/signInRoutes.ts',
    from: "if (person.secondFactor === 'off' || stage.hasSecondFactor)",
    to: 'if (person.epoch >= 0)',
    check: server('secondFactor', 'is asked after the mailed code'),
  },
  {
    name: 'the second factor is not asked before a change of a role',
    file: 'server/auth/secondFactor.ts',
    from: "if (row?.needed !== false) throw new ProblemError('second_factor_needed');",
    to: 'void row;',
    check: server('secondFactor', 'is entered again before a change of a role'),
  },
  {
    name: 'a second factor is turned on without an entry in the audit log',
    file: migration('0006-audit-and-retention'),
    from: `CREATE TRIGGER audit_insert AFTER INSERT ON second_factors REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_factors();`,
    to: '',
    check: server('secondFactor', 'is in the audit log'),
  },
  {
    name: 'a failed mail is not sent again',
    file: 'server/auth/mailSender.ts',
    from: 'isGivenUp ? null : delayAfter(mail.attempt)',
    to: 'null',
    check: server('mail', 'waits while the server is away'),
  },
  {
    name: 'requests are limited by token only',
    file: 'server/http/callers.ts',
    from: 'deviceId === null ? caller.tokenHash : `device ${deviceId}`',
    to: 'caller.tokenHash',
    check: server('auth.limits', 'of all access tokens of one device share a limit'),
  },
  {
    name: 'a manager changes every setting of the space',
    file: migration('0006-audit-and-retention'),
    from: "IF current_user = 'doorstep_app' AND NOT doorstep_is_admin() THEN",
    to: 'IF false THEN',
    check: server('spaceSettings', 'are decided by the database'),
  },
  {
    name: 'the code of a leader lets in a person whom a manager removed',
    file: migration('0004-sign-in'),
    from: '(m.user_id IS NOT NULL OR NOT u.active OR u.deleted_at IS NOT NULL)',
    to: '(NOT u.active OR u.deleted_at IS NOT NULL)',
    check: server('newcomers', 'does not let in somebody whom a manager removed'),
  },
  {
    name: 'the code of a leader lets any number of people in',
    file: migration('0004-sign-in'),
    from: 'SELECT code.uses_left > 0 AND code.expires_at',
    to: 'SELECT code.expires_at',
    check: server('newcomers', 'lets in no more people than it has left'),
  },
  {
    name: 'a leader shows a code although no manager allows it',
    file: migration('0004-sign-in'),
    from: 'JOIN spaces s ON s.group_id = m.group_id AND s.newcomer_codes',
    to: 'JOIN spaces s ON s.group_id = m.group_id',
    check: server('newcomers', 'when a manager forbids it'),
  },
  {
    name: 'an address that the provider of the organisation has not verified signs in',
    file: 'server/auth/identityProvider.ts',
    from: ' || isVerified !== true',
    to: '',
    check: server('identityProvider', 'refuses an address that the provider has not verified'),
  },
  {
    name: 'a space shows the name of a person whom it erased',
    file: migration('0006-audit-and-retention'),
    from: 'm.user_id = u.id AND m.group_id = doorstep_space() AND m.erased_at IS NULL)\n  $$;\n\n-- The names of devices',
    to: 'm.user_id = u.id AND m.group_id = doorstep_space())\n  $$;\n\n-- The names of devices',
    check: server('erasure', 'who belongs to another space too'),
  },
  {
    name: 'a phone that was off for weeks is not told that its owner was removed',
    file: 'server/auth/cleanup.ts',
    from: ' AND (t.device_id IS NULL\n      OR EXISTS (SELECT 1 FROM access_tokens n WHERE n.device_id = t.device_id AND n.created_at > t.created_at))',
    to: '',
    check: server('membership', 'removes a person whose phone is off for weeks'),
  },
  {
    name: 'a manager changes a role in the database',
    file: migration('0001-spaces-and-people'),
    from: "own IS NULL OR own > doorstep_rank('admin')\n    OR coalesce",
    to: 'own IS NULL\n    OR coalesce',
    check: server('roleRights', 'is protected by the database too'),
  },
  {
    name: 'an admin gives a role above their own in the database',
    file: migration('0001-spaces-and-people'),
    from: 'r.id IN (OLD.role_id, NEW.role_id) AND',
    to: 'r.id IN (OLD.role_id) AND',
    check: server('roleRights', 'is protected by the database too'),
  },
  {
    name: 'a removed person gets a wider role back by an invitation',
    file: migration('0001-spaces-and-people'),
    from: 'm.removed_at IS NOT NULL AND doorstep_rank(r.type) <= own)',
    to: 'm.removed_at IS NOT NULL AND false)',
    check: server('roleRights', 'of a person above who was removed'),
  },
  {
    name: 'an admin erases a person above them',
    file: migration('0006-audit-and-retention'),
    from: 'OR person = doorstep_user() OR doorstep_is_above(person) THEN',
    to: 'OR person = doorstep_user() THEN',
    check: server('roleRights', 'is protected by the database too'),
  },
  {
    name: 'an admin resets the second factor of a person above them',
    file: migration('0004-sign-in'),
    from: 'OR person = doorstep_user() OR doorstep_is_above(person) THEN',
    to: 'OR person = doorstep_user() THEN',
    check: server('roleRights', 'is protected by the database too'),
  },
  {
    name: 'a stored response keeps an erased contact',
    file: 'server/store/erasure.ts',
    from: 'isContact(record) && record.id === id',
    to: 'isContact(record) && record.id !== record.id',
    check: server('erasure', 'leaves nothing of them in any table'),
  },
  {
    name: 'the space that invited first is the home',
    file: 'server/store/migrations/0001-spaces-and-people.sql',
    from: 'UPDATE users SET group_id = NEW.group_id WHERE id = NEW.user_id AND group_id <> NEW.group_id',
    to: 'UPDATE users SET group_id = NEW.group_id WHERE id = NEW.user_id AND false',
    check: server('auth.invited', 'joins every space that invited it'),
  },
];
