import type { Config } from '../config';
import type { Invited } from '../routes/users';
import type { Tx } from '../store/database';
import { LETTER_SECONDS, queueMails } from './mails';
import { textsFor } from './texts';

/** Writes the mails to invited people: where to sign in, in the language of the inviter. */
export type InvitationPost = (tx: Tx, invited: readonly Invited[]) => Promise<void>;

export function createInvitationPost(config: Pick<Config, 'publicUrl' | 'port'>): InvitationPost {
  const address = config.publicUrl ?? `http://localhost:${config.port}`;
  return (tx, invited) =>
    queueMails(
      tx,
      invited.map(({ email, groupId, invitationId, spaceName, invitedBy, locale }) => {
        const { invitationSubject, invitationLetter } = textsFor(locale);
        return {
          to: email,
          subject: invitationSubject(spaceName),
          text: invitationLetter({ space: spaceName, by: invitedBy, mail: email, address }),
          validSeconds: LETTER_SECONDS,
          groupId,
          invitationId,
        };
      })
    );
}
