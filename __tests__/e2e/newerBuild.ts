/** A newer build of the web app in the folder that a running service serves. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestPhone } from './harness';

export const readWorker = (served: string) => readFile(join(served, 'sw.js'), 'utf8');

export async function replaceWorker(served: string, text: string): Promise<void> {
  await rm(join(served, 'sw.js.br'), { force: true });
  await writeFile(join(served, 'sw.js'), text);
}

/** Changes the build of the running service: its first script has another name, and the old one is missing. */
export async function rebuild(served: string, hash: string): Promise<string> {
  const newHash = [...hash].reverse().join('');
  for (const entry of await readdir(served, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && file.endsWith('.br')) await rm(file);
    else if (entry.isFile() && /\.(html|js)$/.test(file)) {
      const text = await readFile(file, 'utf8');
      if (text.includes(hash)) await writeFile(file, text.replaceAll(hash, newHash));
      if (file.includes(hash)) await rename(file, file.replace(hash, newHash));
    }
  }
  // Like a real build: the revision of a file is a hash of its content.
  const worker = await readWorker(served);
  await writeFile(
    join(served, 'sw.js'),
    worker.replace(/(url:"index\.html",revision:")[0-9a-f]+"/, `$1${newHash}"`)
  );
  return newHash;
}

/** Checks for a newer build as the browser does, and waits until it is installed or dropped. */
export async function checkForUpdate({
  page,
}: Pick<TestPhone, 'page'>): Promise<{ isWaiting: boolean; isActive: boolean }> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    let found = registration.installing;
    registration.addEventListener('updatefound', () => (found = registration.installing));
    // Rejects where the new worker fails to install.
    await registration.update().catch(() => undefined);
    const worker = registration.installing ?? found;
    while (worker?.state === 'parsed' || worker?.state === 'installing')
      await new Promise((resolve) => setTimeout(resolve, 50));
    return { isWaiting: registration.waiting !== null, isActive: registration.active !== null };
  });
}
