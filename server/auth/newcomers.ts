import { randomInt } from 'node:crypto';

import type { ResponseOf } from '@/contract/endpoints';
import { NEWCOMER_CODE_DIGITS } from '@/contract/newcomerCode';

import { type Service, serveUnstored } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { type Tx, query } from '../store/database';
import { getSpaceSettings } from '../store/spaceSettings';
import { getTeam } from '../store/teams';
import { type Limit, returnToken, takeToken, takeTokens } from './limits';
import { hashToken } from './tokens';

/** Codes with which leaders let people in on the spot. The database decides who makes one and whom it lets in. */

/**
 * Wrong codes of one source, and of all sources together. A code has a hundred million possibilities and lives for minutes: all
 * sources together guess one code in ten thousand, and it takes hundreds of sources to keep newcomers out.
 */
const TRIES_PER_SOURCE: Limit = { name: 'newcomer-source', capacity: 20, secondsPerOne: 60 };
const TRIES_OF_ALL: Limit = { name: 'newcomer-all', capacity: 8_000, secondsPerOne: 0.5 };
/** Mails that one code sends to new addresses. */
const MAILS_PER_CODE: Limit = { name: 'newcomer-mail', capacity: 40, secondsPerOne: 3_600 };

const hashOf = (code: string) => hashToken(`newcomer:${code}`);

type CodeRow = { id: number | null; expires_at: Date; uses_left: number };

export function registerNewcomerCodes(service: Service): void {
  // A stored response would contain the code.
  serveUnstored(service, 'createNewcomerCode', async (tx, caller, { params: { id } }) => {
    if (!(await getTeam(tx, caller, id))) throw new ProblemError('not_found');
    if (!(await getSpaceSettings(tx)).newcomer_codes)
      throw new ProblemError('forbidden', { detail: 'A manager has to allow codes for newcomers first.' });
    const code = String(randomInt(0, 10 ** NEWCOMER_CODE_DIGITS)).padStart(NEWCOMER_CODE_DIGITS, '0');
    const [row] = await query<CodeRow>(
      tx,
      'SELECT id, expires_at, uses_left FROM doorstep_create_newcomer_code($1, $2)',
      [id, hashOf(code)]
    );
    if (!row || row.id === null) throw new ProblemError('too_many_requests', {}, { 'retry-after': '600' });
    const data: ResponseOf<'createNewcomerCode'>['data'] = {
      code,
      expires_at: row.expires_at.toISOString(),
      people_left: row.uses_left,
    };
    return { status: 'success', data };
  });
}

export type NewcomerCheck =
  { kind: 'right'; id: number } | { kind: 'wrong' } | { kind: 'too_many'; retryAfterSeconds: number };

/** Checks a code that was typed with a mail address. Only wrong ones count. */
export async function checkNewcomerCode(tx: Tx, typed: string, source: string): Promise<NewcomerCheck> {
  const taken = await takeTokens(tx, [
    [TRIES_PER_SOURCE, source],
    [TRIES_OF_ALL, ''],
  ]);
  if (taken.kind === 'empty') return { kind: 'too_many', retryAfterSeconds: taken.retryAfterSeconds };
  const [row] = await query<{ id: number }>(
    tx,
    `SELECT n.id FROM newcomer_codes n WHERE n.code_hash = $1 AND n.expires_at > now() AND n.uses_left > 0
       AND doorstep_may_let_in(n.group_id, n.team_id, n.created_by) ORDER BY n.id DESC LIMIT 1`,
    [hashOf(typed)]
  );
  if (!row) return { kind: 'wrong' };
  await returnToken(tx, TRIES_PER_SOURCE, source);
  await returnToken(tx, TRIES_OF_ALL, '');
  return { kind: 'right', id: row.id };
}

/** Whether a code of any leader is valid now: only then does the first page ask for one. */
export async function isAnyCodeOpen(tx: Tx): Promise<boolean> {
  const rows = await query(
    tx,
    'SELECT 1 FROM newcomer_codes WHERE expires_at > now() AND uses_left > 0 LIMIT 1'
  );
  return rows.length > 0;
}

/** Records the code that was typed with the address of this sign-in. */
export async function setNewcomerCode(tx: Tx, interactionId: string, id: number | null): Promise<void> {
  await query(tx, 'UPDATE sign_in_codes SET newcomer_code_id = $2 WHERE interaction_hash = $1', [
    hashToken(interactionId),
    id,
  ]);
}

/** Whether the code of a leader lets the address of this sign-in in; null without one, or after too many mails. */
export async function findEntry(tx: Tx, interactionId: string): Promise<{ isDemo: boolean } | null> {
  const [row] = await query<{ id: number; isDemo: boolean }>(
    tx,
    `SELECT n.id, s.demo IS NOT NULL AS "isDemo"
     FROM sign_in_codes c JOIN newcomer_codes n ON n.id = c.newcomer_code_id JOIN spaces s ON s.group_id = n.group_id
     WHERE c.interaction_hash = $1 AND doorstep_lets_in(n, c.mail)`,
    [hashToken(interactionId)]
  );
  if (!row) return null;
  const taken = await takeToken(tx, MAILS_PER_CODE, String(row.id));
  return taken.kind === 'taken' ? { isDemo: row.isDemo } : null;
}

/** Invites the address of a confirmed sign-in, if it came with the code of a leader. */
export async function letIn(tx: Tx, interactionId: string): Promise<void> {
  await query(tx, 'SELECT doorstep_let_in($1)', [hashToken(interactionId)]);
}
