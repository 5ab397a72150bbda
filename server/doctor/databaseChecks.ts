import { statfs } from 'node:fs/promises';
import pg from 'pg';

import { GRANT_CREATE_DATABASE, GRANT_ROLE, GRANT_SCHEMA, databaseAdvice, reasonOf } from '../store/reasons';
import { type Finding, ok, problem, warning } from './finding';

const OLDEST_POSTGRES = 14;
const CLOCK_SECONDS = 5;
const OLD_MAIL_MINUTES = 15;
const LITTLE_SPACE_BYTES = 2e9;

/** How long each check waits for a response. */
const TIMEOUT_MS = 10_000;

function createClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A lost connection fails the statement that uses it.
  client.on('error', () => undefined);
  return client;
}

type Permissions = { hasRole: boolean; createsDatabases: boolean; ownsSchema: boolean };

const PERMISSIONS = `SELECT rolcreatedb OR rolsuper AS "createsDatabases",
  CASE WHEN to_regrole('doorstep_app') IS NULL THEN rolcreaterole OR rolsuper
    ELSE pg_has_role('doorstep_app', 'MEMBER') END AS "hasRole",
  EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public' AND pg_has_role(nspowner, 'USAGE')) AS "ownsSchema"
  FROM pg_roles WHERE rolname = current_user`;

/** What the user of the database lacks. Only the first one stops the service. */
function permissionFindings({ hasRole, createsDatabases, ownsSchema }: Permissions): Finding[] {
  const findings: Finding[] = [];
  if (!hasRole)
    findings.push(problem('database', `Its user cannot work in the role of requests: ${GRANT_ROLE}.`));
  if (!ownsSchema)
    findings.push(warning('database', `Its user cannot restore a backup into it: ${GRANT_SCHEMA}.`));
  if (!createsDatabases)
    findings.push(
      warning(
        'database',
        `Its user cannot check a backup (service:restore --check): ${GRANT_CREATE_DATABASE}.`
      )
    );
  return findings;
}

type State = { version: number; clock: number; late: number; failed: number };

const STATE = `SELECT current_setting('server_version_num')::int / 10000 AS version,
  extract(epoch FROM clock_timestamp())::float8 AS clock,
  (SELECT count(*)::int FROM mails WHERE status = 'queued' AND created_at < now() - make_interval(mins => $1)) AS late,
  (SELECT count(*)::int FROM mails WHERE status = 'failed' AND ended_at > now() - interval '1 day') AS failed`;

function mailFindings({ late, failed }: State): Finding[] {
  const findings: Finding[] = [];
  if (late > 0) {
    const text = `${late} mails wait for more than ${OLD_MAIL_MINUTES} minutes: is the service running, and does it reach the mail server?`;
    findings.push(problem('mail', text));
  }
  if (failed > 0)
    findings.push(
      warning('mail', `${failed} mails were given up within a day: People, Invitations shows which.`)
    );
  return findings;
}

/** Whether the database can be reached and is as the service needs it; its clock, and the mails in it. */
export async function checkDatabase(connectionString: string, clock = Date.now): Promise<Finding[]> {
  const client = createClient(connectionString);
  try {
    await client.connect();
    const { rows: permissions } = await client.query<Permissions>(PERMISSIONS);
    const lacks = permissions.flatMap(permissionFindings);
    const { rows: found } = await client.query(`SELECT to_regclass('public.mails') AS mails`);
    if (found[0]?.mails === null)
      return [
        warning('database', 'It has no tables yet: the first start of the service creates them.'),
        ...lacks,
      ];
    const before = clock();
    const { rows } = await client.query<State>(STATE, [OLD_MAIL_MINUTES]);
    const [state] = rows;
    if (!state) throw new Error('no result');
    const seconds = Math.round(Math.abs(state.clock - (before + clock()) / 2_000));
    return [
      state.version < OLDEST_POSTGRES
        ? problem('database', `PostgreSQL ${state.version} is too old: use ${OLDEST_POSTGRES} or later.`)
        : ok('database', `PostgreSQL ${state.version} responds.`),
      ...lacks,
      ...(seconds > CLOCK_SECONDS
        ? [
            problem(
              'clock',
              `It differs from the clock of the database by ${seconds} s: synchronise both (NTP).`
            ),
          ]
        : []),
      ...mailFindings(state),
    ];
  } catch (error) {
    const advice = databaseAdvice(error) ?? 'set DATABASE_URL to the database of the service';
    return [problem('database', `It cannot be used (${reasonOf(error)}): ${advice}.`)];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Like the service, which asks the primary instead of a standby that is further behind. */
const BEHIND_SECONDS = 5;

type StandbyState = { isStandby: boolean; behind: number };

const STANDBY_STATE = `SELECT pg_is_in_recovery() AS "isStandby",
  extract(epoch FROM clock_timestamp() - at)::float8 AS behind FROM standby_mark`;

/** Whether the standby of READ_DATABASE_URL answers reads. Without it the primary answers them all. */
export async function checkStandby(connectionString: string): Promise<Finding[]> {
  const client = createClient(connectionString);
  try {
    await client.connect();
    const { rows } = await client.query<StandbyState>(STANDBY_STATE);
    const { isStandby = false, behind = Infinity } = rows[0] ?? {};
    if (!isStandby)
      return [
        warning(
          'standby',
          'READ_DATABASE_URL is no standby, but a primary: set it to a standby, or remove it.'
        ),
      ];
    return [
      behind > BEHIND_SECONDS
        ? problem('standby', `It is ${Math.round(behind)} s behind: do the service and replication run?`)
        : ok('standby', 'It follows the primary.'),
    ];
  } catch (error) {
    const advice = databaseAdvice(error) ?? 'set READ_DATABASE_URL to a standby of the database';
    const text = `It cannot be used (${reasonOf(error)}): ${advice}. Meanwhile the primary answers all reads.`;
    return [problem('standby', text)];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The free space of a folder. PostgreSQL stops when its disk is full. */
export async function checkDisk(folder: string): Promise<Finding[]> {
  const state = await statfs(folder).catch(() => null);
  if (state === null) return [warning('disk', `${folder} does not exist yet.`)];
  const free = state.bavail * state.bsize;
  const text = `${(free / 1e9).toFixed(1)} GB are free in ${folder}`;
  return [
    free < LITTLE_SPACE_BYTES
      ? problem('disk', `${text}: make room before it is full.`)
      : ok('disk', `${text}.`),
  ];
}
