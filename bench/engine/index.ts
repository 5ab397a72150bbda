import { storeBarePage } from './bare';
import { measureCapturing } from './capturing';
import { measureCash } from './cash';
import { openFiles } from './files';
import { measureLedger } from './ledger';
import { measureMemory } from './memory';
import { printTable, type Measure } from '../measure';
import { measurePulling } from './pulling';
import { measureReading } from './reading';
import { measureReplaying } from './replaying';
import { measureStoring } from './storing';
import { type Place } from './stores';

/** Each case by its name, so that one can be run separately: `npm run bench -- engine storing`. */
const cases: Record<string, (place: Place) => Promise<Measure[]>> = {
  memory: measureMemory,
  capturing: measureCapturing,
  storing: (place) => measureStoring(place, storeBarePage),
  reading: measureReading,
  ledger: (place) => measureLedger(place),
  cash: measureCash,
  replaying: measureReplaying,
  pulling: measurePulling,
};

/** Runs the cases of the store and prints one table; returns whether every target was met. */
export async function benchEngine(names: readonly string[]): Promise<boolean> {
  const chosen = names.length > 0 ? names : Object.keys(cases);
  const measures: Measure[] = [];
  const files = openFiles();
  try {
    for (const name of chosen) {
      const measure = cases[name];
      if (!measure) {
        console.error(`There is no case "${name}". The cases are: ${Object.keys(cases).join(', ')}.`);
        return false;
      }
      console.error(`${name} …`);
      measures.push(...(await measure(files)));
    }
  } finally {
    files.close();
  }
  printTable(measures);
  return measures.every((measure) => measure.isMet !== false);
}
