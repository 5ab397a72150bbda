import type { Tx } from '../store/database';
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

/**
 * Writes the mails to invited people, in the language of the inviter: where to sign in, or for a registered person that they
 * were added and how to leave.
 */
export function queueInvitations(
  tx: Tx,
  { origin, key }: LinkSettings,
  invited: readonly Invited[]
): Promise<void> {
  return queueMails(
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
