import { randomBytes } from 'node:crypto';

import { requireSecondFactor } from '../auth/secondFactor';
import { hashToken } from '../auth/tokens';
import { type Service, serveRead, serveUnstored, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { requireAdmin } from '../http/rights';
import { createScriptToken, listTokens, revokeToken } from '../store/tokens';

/** Tokens for scripts. They work in the name of the admin who creates them, in this space, less the rights they do not have. */
export function registerTokens(service: Service): void {
  serveRead(service, 'listTokens', async (tx, caller) => {
    requireAdmin(caller);
    return { status: 'success', data: { tokens: await listTokens(tx) } };
  });

  // A stored response would contain the secret.
  serveUnstored(service, 'createToken', async (tx, caller, { body }) => {
    requireAdmin(caller);
    await requireSecondFactor(tx, caller);
    const token = randomBytes(32).toString('base64url');
    const id = await createScriptToken(tx, hashToken(token), body.data);
    if (id === null) throw new ProblemError('forbidden');
    return { status: 'success', data: { id, token } };
  });

  serveWrite(service, 'revokeToken', async (tx, caller, { params: { id } }) => {
    requireAdmin(caller);
    if (!(await revokeToken(tx, id))) throw new ProblemError('not_found');
    return { status: 'success', data: { id } };
  });
}
