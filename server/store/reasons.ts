/** What the user of DATABASE_URL may need and lack, with the statement that a superuser runs. */
export const GRANT_ROLE =
  'as a superuser of PostgreSQL run CREATE ROLE doorstep_app NOLOGIN, unless it exists, and GRANT doorstep_app TO that user';
export const GRANT_CREATE_DATABASE = 'as a superuser of PostgreSQL run ALTER ROLE … CREATEDB for that user';
export const GRANT_SCHEMA =
  'as a superuser of PostgreSQL run ALTER SCHEMA public OWNER TO that user, in this database';

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens there: start the database, or correct host and port'],
  [/ENOTFOUND|EAI_AGAIN/, 'the host name is not known: correct it, or check DNS'],
  [/ETIMEDOUT|EHOSTUNREACH|timeout/i, 'it does not respond: check host, port and firewall'],
  [/28P01|28000.*password|SASL/, 'correct the user and the password in the address'],
  [/28000/, 'add a line for this user and this machine to pg_hba.conf'],
  [/3D000/, 'create it with CREATE DATABASE … OWNER …, or correct its name in the address'],
  [/53300/, 'raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS'],
  [/57P03/, 'it is starting: wait a moment'],
  [/42501.*to create role/, GRANT_ROLE],
  [/42501.*to create database/, GRANT_CREATE_DATABASE],
  [/42501.*schema public/, GRANT_SCHEMA],
  [/CERT|SIGNATURE|ISSUER/, 'name the file of its authority with ?sslrootcert=FILE in the address'],
  [/does not support SSL/, 'remove sslmode from the address, or switch TLS on at the server'],
];

/** The code and the message of an error and of what caused it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as { code?: string };
  return `${code} ${error.message} ${error.cause === undefined ? '' : wordsOf(error.cause)}`;
}

/** What an operator does about an error of the database; undefined if its message has to be enough. */
export function databaseAdvice(error: unknown): string | undefined {
  const words = wordsOf(error);
  return ADVICE.find(([pattern]) => pattern.test(words))?.[1];
}

/** The message of an error on one line, with its causes and without passwords in addresses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message, cause } = error as Error & { code?: string };
  const causes = cause === undefined ? '' : `: ${reasonOf(cause)}`;
  return `${message || code}${causes}`
    .replace(/\b(\w+:\/\/)[^@\s/]+@/g, '$1…@')
    .replace(/\s+/g, ' ')
    .trim();
}
