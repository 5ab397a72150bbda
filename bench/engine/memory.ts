import { endStoring, newStore, storePages, type Place } from './stores';
import { type Measure } from '../measure';
import { contactPages } from './sample';

const mostMegabytes = 150;

/** Resident memory above the start while 100,000 contacts are stored page by page. */
export async function measureMemory(place: Place, count = 100_000): Promise<Measure[]> {
  const opened = await newStore(place);
  const start = process.memoryUsage.rss();
  let peak = start;
  for (const page of contactPages(count)) {
    await storePages(opened, [page]);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  await endStoring(opened);
  peak = Math.max(peak, process.memoryUsage.rss());
  await opened.remove();
  const megabytes = (peak - start) / 1_000_000;
  return [
    {
      work: `memory while storing ${count} contacts`,
      ours: `${megabytes.toFixed(0)} MB`,
      against: 'the start',
      ratio: null,
      goal: `< ${mostMegabytes} MB`,
      isMet: megabytes < mostMegabytes,
    },
  ];
}
