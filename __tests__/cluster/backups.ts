/** pgBackRest: the archive of both nodes in one repository, a backup of the primary, a restore into a scratch folder. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { freePort } from '../support/ports';
import type { Programs, User } from './packages';
import { backupSettings, type NodePorts } from './settings';
import { until } from './until';

type Node = { ports: NodePorts; backupFile: string };

export type Backups = {
  /** Creates the repository. */
  create: (primary: Node) => Promise<void>;
  /** Takes a full backup of the primary. */
  take: (primary: Node) => Promise<void>;
  /** Restores to a point in time, and returns the delivery tokens of the space that are stored there. */
  restore: (time: Date, groupId: number) => Promise<Set<string>>;
};

export type BackupOptions = {
  programs: Programs;
  user: User | undefined;
  password: string;
  database: string;
  /** The repository, logs and locks, outside the disks of the nodes. */
  folder: string;
  makeFolder: (name: string) => string;
  write: (name: string, text: string) => string;
};

const host = '127.0.0.1';
const longestMs = 170_000;

export function createBackups(given: BackupOptions): Backups {
  const { programs, user, password, database, folder, makeFolder, write } = given;
  const env = { ...process.env, PGHOST: host, PGPASSWORD: password };
  const run = async (command: string, args: string[]): Promise<void> => {
    try {
      await promisify(execFile)(command, args, { ...user, env, cwd: folder, timeout: longestMs });
    } catch (failure) {
      const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')} failed: ${stdout}${stderr}`, { cause: failure });
    }
  };
  const backrest = (file: string, ...args: string[]) =>
    run(programs.pgbackrest, [`--config=${file}`, '--stanza=doorstep', ...args]);

  /** Runs PostgreSQL on a restored folder. The settings of Patroni in it name the folder and the archive of a node. */
  const withPostgres = async <T>(data: string, port: number, work: (client: Client) => Promise<T>) => {
    const settings = {
      port: String(port),
      listen_addresses: host,
      unix_socket_directories: '',
      archive_mode: 'off',
      synchronous_standby_names: '',
      hba_file: join(data, 'pg_hba.conf'),
      ident_file: join(data, 'pg_ident.conf'),
    };
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    const control = (...args: string[]) => run(join(programs.postgres, 'pg_ctl'), ['-D', data, ...args]);
    await control('-l', join(folder, 'scratch.log'), '-o', options.join(' '), '-w', '-t', '120', 'start');
    const client = new Client({ host, port, user: 'postgres', password, database });
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end();
      await control('-m', 'immediate', 'stop');
    }
  };

  return {
    create: ({ backupFile }) => backrest(backupFile, 'stanza-create'),
    take: ({ backupFile }) => backrest(backupFile, '--type=full', 'backup'),
    restore: async (time, groupId) => {
      const data = makeFolder('scratch');
      const port = await freePort();
      const file = write('pgbackrest-scratch.conf', backupSettings(folder, data, port));
      const target = time.toISOString().replace('T', ' ').replace('Z', '+00');
      await backrest(file, '--type=time', `--target=${target}`, '--target-action=promote', 'restore');
      return withPostgres(data, port, async (client) => {
        await until('the end of the recovery', async () => {
          const { rows } = await client.query<{ done: boolean }>('SELECT NOT pg_is_in_recovery() AS done');
          return rows[0]?.done === true;
        });
        const { rows } = await client.query<{ token: string }>(
          'SELECT delivery_token AS token FROM transactions WHERE group_id = $1',
          [groupId]
        );
        return new Set(rows.map(({ token }) => token));
      });
    },
  };
}
