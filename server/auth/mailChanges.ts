import { randomBytes, randomInt } from 'node:crypto';

import { ProblemError } from '../http/problems';
import { setActor } from '../store/audit';
import { type Tx, query } from '../store/database';
import { accountTextsFor } from './accountTexts';
import { addressOf, readLink, tokenOf } from './links';
import { LETTER_SECONDS, queueMails } from './mails';
import { hashToken } from './tokens';

/**
 * A change of the mail address that a person signs in with. It needs two proofs: the link, which only the old address gets, and
 * the code, which only the new address gets. So neither a manager who proposes an address nor a copied access token is enough.
 */

const CHANGE_SECONDS = 86_400;
const TRIES = 5;
const CODES_PER_DAY = 5;

export type Proposal = {
  readonly userId: number;
  /** The current and the proposed address. */
  readonly from: string;
  readonly to: string;
  readonly byId: number;
  readonly byName: string;
  readonly groupId: number;
  readonly locale: string | undefined;
};

export type PendingMail = {
  readonly mail: string;
  readonly expires_at: string;
  readonly cancel_url: string;
};

/** Where links lead, and the key that signs them. */
export type LinkSettings = { readonly origin: string; readonly key: string };

const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');
/** Salted with the signed link, which is not stored. */
const hashCode = (token: string, code: string) => hashToken(`${token}:${code}`);

const PROPOSE = `INSERT INTO mail_changes AS c (user_id, mail, proposed_by, nonce, code_hash, tries_left, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
  ON CONFLICT (user_id) DO UPDATE SET mail = excluded.mail, proposed_by = excluded.proposed_by, nonce = excluded.nonce,
    code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at,
    codes_sent = CASE WHEN c.counted_from > now() - interval '1 day' THEN c.codes_sent + 1 ELSE 1 END,
    counted_from = CASE WHEN c.counted_from > now() - interval '1 day' THEN c.counted_from ELSE now() END
  WHERE c.codes_sent < $8 OR c.counted_from <= now() - interval '1 day'
  RETURNING 1`;

/**
 * Proposes an address. Nothing depends on whether another person has it, so that no response reveals who is registered.
 * The same proposal again changes nothing.
 */
export async function proposeMail(tx: Tx, { origin, key }: LinkSettings, given: Proposal): Promise<void> {
  const [pending] = await query(
    tx,
    'SELECT 1 FROM mail_changes WHERE user_id = $1 AND lower(mail) = lower($2) AND expires_at > now()',
    [given.userId, given.to]
  );
  if (pending) return;
  const nonce = randomBytes(16).toString('base64url');
  const token = tokenOf(key, 'mail-change', nonce);
  const code = newCode();
  const [proposed] = await query(tx, PROPOSE, [
    given.userId,
    given.to,
    given.byId,
    nonce,
    hashCode(token, code),
    TRIES,
    CHANGE_SECONDS,
    CODES_PER_DAY,
  ]);
  if (!proposed) throw new ProblemError('too_many_requests', {}, { 'retry-after': '3600' });
  const texts = accountTextsFor(given.locale);
  const { groupId } = given;
  const address = addressOf(origin, 'mail-change', token);
  const text = texts.proposedLetter({ by: given.byName, mail: given.to, address });
  const toOld = { to: given.from, subject: texts.proposedSubject, text };
  const toNew = { to: given.to, subject: texts.codeSubject(code), text: texts.codeLetter(code) };
  await queueMails(
    tx,
    [toOld, toNew].map((mail) => ({ ...mail, groupId, validSeconds: CHANGE_SECONDS }))
  );
}

/** The proposed address of a person, with a link that only cancels it. */
export async function getPendingMail(
  tx: Tx,
  { origin, key }: LinkSettings,
  userId: number
): Promise<PendingMail | undefined> {
  const [row] = await query<{ mail: string; nonce: string; expires_at: Date }>(
    tx,
    `SELECT mail, nonce, expires_at FROM mail_changes WHERE user_id = $1 AND mail IS NOT NULL AND expires_at > now()`,
    [userId]
  );
  if (!row) return undefined;
  const url = addressOf(origin, 'mail-keep', tokenOf(key, 'mail-keep', row.nonce));
  return { mail: row.mail, expires_at: row.expires_at.toISOString(), cancel_url: url };
}

type ChangeRow = {
  user_id: number;
  mail: string;
  old_mail: string;
  locale: string | null;
  code_hash: Buffer;
  tries_left: number;
};

export type FoundChange = {
  readonly userId: number;
  readonly mail: string;
  readonly oldMail: string;
  readonly locale: string | undefined;
  readonly triesLeft: number;
  readonly isRight: (code: string) => boolean;
};

/** Finds and locks the pending change of a link. */
export async function findChange(
  tx: Tx,
  key: string,
  token: string,
  kind: 'mail-change' | 'mail-keep'
): Promise<FoundChange | null> {
  const nonce = readLink(key, kind, token);
  if (nonce === null) return null;
  const [row] = await query<ChangeRow>(
    tx,
    `SELECT c.user_id, c.mail, u.mail AS old_mail, u.locale, c.code_hash, c.tries_left
     FROM mail_changes c JOIN users u ON u.id = c.user_id AND u.active AND u.deleted_at IS NULL
     WHERE c.nonce = $1 AND c.mail IS NOT NULL AND c.expires_at > now() FOR UPDATE OF c`,
    [nonce]
  );
  if (!row) return null;
  return {
    userId: row.user_id,
    mail: row.mail,
    oldMail: row.old_mail,
    locale: row.locale ?? undefined,
    triesLeft: row.tries_left,
    isRight: (code) => hashCode(token, code).equals(row.code_hash),
  };
}

export async function cancelChange(tx: Tx, userId: number): Promise<void> {
  await query(tx, 'UPDATE mail_changes SET mail = NULL WHERE user_id = $1', [userId]);
}

export type Confirmation =
  { kind: 'changed' } | { kind: 'taken' } | { kind: 'wrong'; triesLeft: number } | { kind: 'spent' };

/** Changes the address if the code is right. The triggers of the database end every earlier sign-in. */
export async function confirmChange(tx: Tx, change: FoundChange, code: string): Promise<Confirmation> {
  const { userId, mail, oldMail, triesLeft } = change;
  if (triesLeft <= 0) return { kind: 'spent' };
  if (!change.isRight(code)) {
    await query(tx, 'UPDATE mail_changes SET tries_left = tries_left - 1 WHERE user_id = $1', [userId]);
    return triesLeft > 1 ? { kind: 'wrong', triesLeft: triesLeft - 1 } : { kind: 'spent' };
  }
  await setActor(tx, userId);
  await cancelChange(tx, userId);
  const [changed] = await query(
    tx,
    `UPDATE users SET mail = $2, updated_at = now() WHERE id = $1
       AND NOT EXISTS (SELECT 1 FROM users other WHERE lower(other.mail) = lower($2) AND other.id <> $1)
     RETURNING 1`,
    [userId, mail]
  );
  if (!changed) return { kind: 'taken' };
  const texts = accountTextsFor(change.locale);
  const letter = { subject: texts.changedSubject, text: texts.changedLetter(mail) };
  await queueMails(tx, [{ to: oldMail, ...letter, validSeconds: LETTER_SECONDS }]);
  return { kind: 'changed' };
}

/** Sends another code to the new address. False when the day's codes are used up. */
export async function renewCode(tx: Tx, change: FoundChange, token: string): Promise<boolean> {
  const code = newCode();
  const [renewed] = await query(
    tx,
    `UPDATE mail_changes SET code_hash = $2, tries_left = $3, codes_sent = codes_sent + 1
     WHERE user_id = $1 AND codes_sent < $4 RETURNING 1`,
    [change.userId, hashCode(token, code), TRIES, CODES_PER_DAY]
  );
  if (!renewed) return false;
  const texts = accountTextsFor(change.locale);
  const letter = { subject: texts.codeSubject(code), text: texts.codeLetter(code) };
  await queueMails(tx, [{ to: change.mail, ...letter, validSeconds: CHANGE_SECONDS }]);
  return true;
}
