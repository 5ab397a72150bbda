/** Stores so many contacts page by page and sends the increase of resident memory to the parent process. */
import { openFiles } from './files';
import { contactPages } from './sample';
import { newStore, storePages } from './stores';

async function main(count: number): Promise<number> {
  const files = openFiles();
  try {
    const opened = await newStore(files);
    const start = process.memoryUsage.rss();
    let peak = start;
    for (const page of contactPages(count)) {
      await storePages(opened, [page]);
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    peak = Math.max(peak, process.memoryUsage.rss());
    await opened.remove();
    return peak - start;
  } finally {
    files.close();
  }
}

main(Number(process.argv[2])).then(
  (bytes) => process.send?.(bytes),
  (failure: unknown) => {
    console.error(failure);
    process.exitCode = 1;
  }
);
