import { execFileSync, spawnSync } from 'node:child_process';

/** The system user that the database runs as. Empty for the user who started the service. */
export type Account = { readonly uid?: number; readonly gid?: number };

const USER = 'postgres';

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

function lookUp(): Account | null {
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return null;
  }
}

/** Commands that add a system user; most systems have one of them. */
const ADD_USER_COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/sh', USER]],
  ['adduser', ['-S', '-D', '-H', USER]],
];

/** PostgreSQL refuses to run as root. Under root, it runs as the user `postgres`, which is created if missing. */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const existing = lookUp();
  if (existing) return existing;
  for (const [command, parameters] of ADD_USER_COMMANDS) {
    if (spawnSync(command, parameters, { stdio: 'ignore' }).status === 0) {
      const added = lookUp();
      if (added) return added;
    }
  }
  throw new Error(
    'PostgreSQL does not run as root and a user "postgres" could not be added: ' +
      'start as another user, or set DATABASE_URL.'
  );
}

/** Whether the account can enter a folder. Tries it, because access lists and mount options count too. */
export function canAccess(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true;
  const outcome = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return outcome.status === 0;
}
