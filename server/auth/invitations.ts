import { ProblemError } from '../http/problems';
import { type Tx, query } from '../store/database';
import { accountTextsFor } from './accountTexts';
import { leaveToken } from './leaving';
import { addressOf } from './links';
import { invitedAddress } from './mailHint';
import type { LinkSettings } from './mailChanges';
import { LETTER_SECONDS, queueMails } from './mails';
import { textsFor } from './texts';

/** An invited person, for the mail. */
export type Invited = {
  readonly groupId: number;
  readonly invitationId?: number;
  readonly email: string;
  /** A registered person who was added to the space; others sign in with this address first. */
  readonly addedId: number | undefined;
  readonly spaceName: string;
  readonly invitedBy: string;
  /** The language of the inviter. */
  readonly locale: string | undefined;
};

/** Of one invitation: nobody can flood a stranger with it. */
const MAILS_PER_DAY = 5;
const MAILED_OFTEN = `SELECT 1 FROM mails WHERE invitation_id = ANY($1::bigint[]) AND created_at > now() - interval '1 day'
  GROUP BY invitation_id HAVING count(*) >= $2 LIMIT 1`;

async function refuseFlood(tx: Tx, invited: readonly Invited[]): Promise<void> {
  const ids = invited.flatMap(({ invitationId }) => invitationId ?? []);
  if ((await query(tx, MAILED_OFTEN, [ids, MAILS_PER_DAY])).length === 0) return;
  const detail = `An invited person got ${MAILS_PER_DAY} mails today.`;
  throw new ProblemError('too_many_requests', { detail }, { 'retry-after': '3600' });
}

/**
 * Writes the mails to invited people, in the language of the inviter: where to sign in, or for a registered person that they
 * were added and how to leave.
 */
export async function queueInvitations(
  tx: Tx,
  { origin, key }: LinkSettings,
  invited: readonly Invited[]
): Promise<void> {
  await refuseFlood(tx, invited);
  await queueMails(
    tx,
    invited.map(({ email, groupId, invitationId, addedId, spaceName: space, invitedBy: by, locale }) => {
      const { invitationSubject, invitationLetter } = textsFor(locale);
      const { addedSubject, addedLetter } = accountTextsFor(locale);
      const leave = (userId: number) => addressOf(origin, 'leave', leaveToken(key, { groupId, userId }));
      const join =
        invitationId === undefined ? origin : invitedAddress({ origin, key }, { groupId, invitationId });
      const letter =
        addedId === undefined
          ? {
              subject: invitationSubject(space),
              text: invitationLetter({ space, by, mail: email, address: join }),
            }
          : { subject: addedSubject(space), text: addedLetter({ space, by, address: leave(addedId) }) };
      return { to: email, ...letter, validSeconds: LETTER_SECONDS, groupId, invitationId };
    })
  );
}
