import { type StoreBarePage } from './bare';
import { newBare, newStore, storePages, type Place } from './stores';
import { milliseconds, percentile, timed, type Measure } from '../measure';
import { contactPages } from './sample';

const rounds = 3;

/** Stores 50,000 contacts from page texts, ours and bare SQLite alternating, and compares the medians. */
export async function measureStoring(
  place: Place,
  storeBarePage: StoreBarePage,
  count = 50_000
): Promise<Measure[]> {
  const pages = [...contactPages(count)];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const opened = await newStore(place);
    ours.push(
      await timed(async () => {
        await storePages(opened, pages);
      })
    );
    await opened.remove();
    const plain = await newBare(place);
    bare.push(
      await timed(async () => {
        for (const page of pages) await storeBarePage(plain.engine, page);
      })
    );
    await plain.remove();
  }
  const [mine, theirs] = [percentile(ours, 0.5), percentile(bare, 0.5)];
  return [
    {
      work: `store ${count} contacts from page texts, each checked`,
      ours: milliseconds(mine),
      against: `bare engine ${milliseconds(theirs)}`,
      ratio: mine / theirs,
      goal: '',
      isMet: null,
    },
  ];
}
