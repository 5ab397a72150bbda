import type { Config } from '../config';
import type { Invited } from '../routes/users';
import type { Mailer } from './mail';
import { textsFor } from './texts';

/** Mails invited people where to sign in, in the language of the inviter. */
export function createInvitationPost(
  config: Pick<Config, 'publicUrl' | 'port'>,
  mailer: Mailer
): (invited: readonly Invited[]) => Promise<void> {
  const address = config.publicUrl ?? `http://localhost:${config.port}`;
  return async (invited) => {
    for (const { email, spaceName, invitedBy, locale } of invited) {
      const { invitationSubject, invitationLetter } = textsFor(locale);
      const text = invitationLetter({ space: spaceName, by: invitedBy, mail: email, address });
      mailer.post({ to: email, subject: invitationSubject(spaceName), text });
    }
  };
}
