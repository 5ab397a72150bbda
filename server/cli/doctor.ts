/**
 * `npm run service:doctor -- [--backups FOLDER]`: checks settings, database, standby, disk, mail, public address, clock and backups, and
 * says what to do. It changes nothing. Run it with the settings of the service, while the service runs.
 */
import { parseArgs } from 'node:util';

import { type Config, SettingError, readConfig, requirePublicUrl } from '../config';
import { checkBackups } from '../doctor/backupCheck';
import { checkDatabase, checkDisk, checkStandby } from '../doctor/databaseChecks';
import { type Finding, ok, problem, warning } from '../doctor/finding';
import { checkAddress, checkMail } from '../doctor/networkChecks';
import { CommandError, findRunning, parseArguments, runCommand } from './command';

const USAGE = 'Use: npm run service:doctor -- [--backups FOLDER]';

const HELP = `Checks settings, database, standby, disk, mail server, public address, certificate, clocks, waiting mails and backups, and says what
to do. It changes nothing. Run it with the settings of the service, while the service runs. It ends with 1 if there is a problem.

  --backups FOLDER  where service:backup writes: the newest backup must be of the last night`;

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;

function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = [];
  const { publicUrl, demo } = config;
  if (demo)
    findings.push(warning('settings', 'DEMO=1: the sign-in pages show the codes. Real people need DEMO=0.'));
  try {
    requirePublicUrl(config);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    findings.push(problem('settings', error.message));
  }
  const isLocal = publicUrl !== undefined && /^http:\/\/(localhost|127\.|\[::1\])/.test(publicUrl);
  if (publicUrl?.startsWith('http:') && !isLocal)
    findings.push(problem('settings', 'PUBLIC_URL is http: browsers store nothing without https.'));
  return findings.length > 0 ? findings : [ok('settings', 'They can be used.')];
}

async function checkEverything(config: Config, backups: string | undefined): Promise<Finding[]> {
  const { databaseUrl, readDatabaseUrl, dataDir } = config;
  const database = databaseUrl ?? (await findRunning(dataDir));
  const parts = await Promise.all([
    database === null
      ? [
          problem(
            'database',
            `No service is running in ${dataDir}: start it, or set DATA_DIR or DATABASE_URL.`
          ),
        ]
      : checkDatabase(database),
    readDatabaseUrl === undefined ? [] : checkStandby(readDatabaseUrl),
    databaseUrl === undefined ? checkDisk(dataDir) : [],
    checkMail(config),
    checkAddress(config),
    checkBackups(backups, Date.now()),
  ]);
  return [...checkSettings(config), ...parts.flat()];
}

export async function examine(args: string[]): Promise<string> {
  const options = { backups: { type: 'string' } } as const;
  const { values } = parseArguments(() => parseArgs({ args, options }), USAGE, HELP);
  const findings = await checkEverything(readConfig(process.env, { demo: false }), values.backups);
  const lines = findings.map(({ state, subject, text }) => `${MARKS[state]}  ${subject}: ${text}`);
  const report = lines.join('\n');
  if (findings.some(({ state }) => state === 'problem')) throw new CommandError(report);
  return report;
}

if (require.main === module) runCommand(examine);
