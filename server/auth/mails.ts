import { type Database, type Tx, query } from '../store/database';

/** The table of mails to send. */

export type NewMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Until when it is worth sending. */
  readonly validSeconds: number;
  /** The space that caused the mail, and its invitation. */
  readonly groupId?: number | undefined;
  readonly invitationId?: number;
};

/** A mail that this process has claimed. */
export type ClaimedMail = {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly createdAt: Date;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
};

const DAY_SECONDS = 86_400;
/** As long as mail servers commonly try. */
export const LETTER_SECONDS = 5 * DAY_SECONDS;

const QUEUE = `INSERT INTO mails (group_id, invitation_id, recipient, subject, text, expires_at)
  SELECT m."groupId", m."invitationId", m."to", m.subject, m.text, now() + make_interval(secs => m."validSeconds")
  FROM jsonb_to_recordset($1::jsonb) AS m ("groupId" bigint, "invitationId" bigint, "to" text, subject text, text text,
    "validSeconds" double precision)`;

/** Writes mails in the transaction of their cause: without its commit none is sent. */
export async function queueMails(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length > 0) await query(tx, QUEUE, [JSON.stringify(mails)]);
}

/** How long a claim holds: longer than the timeouts of the connection to the mail server. */
const CLAIM_SECONDS = 120;

// The mail that expires first goes first: a code does not wait behind five hundred invitations.
const IS_DUE = `status = 'queued' AND next_attempt_at <= now() AND expires_at > now()`;
const CLAIM = `UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
  WHERE id = (
    SELECT id FROM mails
    WHERE ${IS_DUE}
    ORDER BY expires_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, recipient AS "to", subject, text, message_id AS "messageId", created_at AS "createdAt",
    attempts AS attempt`;

/** Claims one mail, so that no other process sends it. */
export async function claimMail(database: Database): Promise<ClaimedMail | null> {
  const [mail] = await database.asOwner((tx) => query<ClaimedMail>(tx, CLAIM, [CLAIM_SECONDS]));
  return mail ?? null;
}

/** Whether a mail waits to be claimed. */
export async function isMailDue(database: Database): Promise<boolean> {
  const rows = await database.asOwner((tx) => query(tx, `SELECT FROM mails WHERE ${IS_DUE} LIMIT 1`));
  return rows.length > 0;
}

const SENT = `WITH sent AS (
    UPDATE mails SET status = 'sent', ended_at = now(), subject = NULL, text = NULL, failure = NULL
    WHERE id = $1 AND status = 'queued' RETURNING group_id, invitation_id
  )
  UPDATE invitations i SET last_sent = now() FROM sent
  WHERE i.group_id = sent.group_id AND i.id = sent.invitation_id`;

export async function recordSent(database: Database, { id }: Pick<ClaimedMail, 'id'>): Promise<void> {
  await database.asOwner((tx) => query(tx, SENT, [id]));
}

/** Records a failed attempt. Without a delay the mail is given up. A late failure of an earlier claim changes nothing. */
export async function recordFailure(
  database: Database,
  { id, attempt }: Pick<ClaimedMail, 'id' | 'attempt'>,
  code: string,
  delaySeconds: number | null
): Promise<void> {
  await database.asOwner((tx) =>
    delaySeconds === null
      ? query(
          tx,
          `UPDATE mails SET status = 'failed', ended_at = now(), subject = NULL, text = NULL, failure = $2
           WHERE id = $1 AND status = 'queued' AND attempts = $3`,
          [id, code, attempt]
        )
      : query(
          tx,
          `UPDATE mails SET failure = $2, next_attempt_at = now() + make_interval(secs => $3)
           WHERE id = $1 AND status = 'queued' AND attempts = $4`,
          [id, code, delaySeconds, attempt]
        )
  );
}

/** Gives up mails that have expired, and returns their number. */
export async function expireMails(database: Database): Promise<number> {
  const rows = await database.asOwner((tx) =>
    query(
      tx,
      `UPDATE mails SET status = 'failed', ended_at = now(), subject = NULL, text = NULL,
         failure = coalesce(failure, 'EXPIRED')
       WHERE status = 'queued' AND expires_at <= now() RETURNING id`
    )
  );
  return rows.length;
}

export async function countQueued(database: Database): Promise<number> {
  const [row] = await database.asOwner((tx) =>
    query<{ count: number }>(tx, `SELECT count(*) AS count FROM mails WHERE status = 'queued'`)
  );
  return row?.count ?? 0;
}
