/** What a test reads from inside the page. */
import { type TestPhone } from './harness';

/** Records, from the next navigation on, every text that the page shows at any time. */
export function recordTexts({ page }: TestPhone): Promise<unknown> {
  return page.addInitScript(() => {
    const seen: string[] = [];
    Object.defineProperty(window, 'textsSeen', { value: seen });
    new MutationObserver(() => seen.push(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

export function readRecordedTexts({ page }: TestPhone): Promise<string[]> {
  return page.evaluate(() => Reflect.get(window, 'textsSeen') as string[]);
}

/** The result for a key that cannot be exported in either format. */
export const notExportable = 'raw refused, jwk refused';

/** Tries to export every key that the browser stores for the app; one result per key. */
export function tryToExportKeys({ page }: TestPhone): Promise<string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open('doorstep-secrets');
      request.onsuccess = () => done(request.result);
    });
    const keys = await new Promise<unknown[]>((done) => {
      const request = database.transaction('keys').objectStore('keys').getAll();
      request.onsuccess = () => done(request.result);
    });
    database.close();
    const results: string[] = [];
    for (const key of keys) {
      const formats: string[] = [];
      for (const format of ['raw', 'jwk'] as const) {
        const exported =
          key instanceof CryptoKey ? crypto.subtle.exportKey(format, key) : Promise.resolve(key);
        const result = await exported.then(
          () => 'exported',
          () => 'refused'
        );
        formats.push(`${format} ${result}`);
      }
      results.push(formats.join(', '));
    }
    return results;
  });
}
