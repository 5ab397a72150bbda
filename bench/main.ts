import { benchBackup } from './backup';
import { benchBrowser } from './browser';
import { benchChromium } from './chromium';
import { benchEngine } from './engine';
import { benchImport } from './import';
import { benchPeers } from './peers';
import { benchPhones } from './phones';
import { benchScope } from './scope';
import { benchService } from './service';
import { benchTurf } from './turf';

/** `npm run bench -- <subject> [case …]`: measures one subject and prints its table. */
const subjects: Record<string, (cases: readonly string[]) => Promise<boolean>> = {
  engine: benchEngine,
  chromium: benchChromium,
  service: benchService,
  peers: benchPeers,
  phones: benchPhones,
  turf: benchTurf,
  scope: benchScope,
  browser: benchBrowser,
  import: benchImport,
  backup: benchBackup,
};

async function main([name = '', ...cases]: readonly string[]): Promise<void> {
  const subject = subjects[name];
  if (!subject) {
    console.error(`Say what to measure: npm run bench -- ${Object.keys(subjects).join(' | ')}`);
    process.exitCode = 1;
    return;
  }
  if (!(await subject(cases))) process.exitCode = 1;
}

void main(process.argv.slice(2));
