import { deleteDatabaseAsync } from 'expo-sqlite';

import { openEngine } from '@/platform/sqlite';

import { storeBarePageBatched } from '../../engine/bare';
import { measureCapturing } from '../../engine/capturing';
import { measureReading } from '../../engine/reading';
import { measureStoring } from '../../engine/storing';
import { type Place } from '../../engine/stores';
import { type Measure } from '../../measure';
import { measurePeer } from './peer';

/** The storage of this browser, through the adapter of the app. */
const storage: Place = {
  open: (name) => openEngine(name, null),
  remove: (name) => deleteDatabaseAsync(name),
};

/** Each case by its name. */
const cases: Record<string, () => Promise<Measure[]>> = {
  capturing: () => measureCapturing(storage),
  storing: () => measureStoring(storage, storeBarePageBatched),
  reading: () => measureReading(storage),
  peer: () => measurePeer(storage),
};

/** Called by the bench, one case at a time; returns the result unchanged. */
Reflect.set(globalThis, 'runCase', (name: string) => cases[name]?.() ?? Promise.resolve([]));
