import { type Page } from 'playwright-core';

/** Watches from the first moment of every page to come for the text that means "it is there". */
async function watchFor(page: Page, mark: string): Promise<void> {
  await page.addInitScript((text) => {
    const look = () => {
      if (!document.body?.textContent?.includes(text)) requestAnimationFrame(look);
      // The frame after it stands in the document is the one that a person sees.
      else requestAnimationFrame(() => Reflect.set(window, 'seenAfter', performance.now()));
    };
    look();
  }, mark);
}

/** Milliseconds from the beginning of the navigation until the text is on the screen. */
export async function timeToSee(page: Page, address: string, mark: string): Promise<number> {
  await watchFor(page, mark);
  await page.goto(address, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(() => Reflect.get(window, 'seenAfter') as number | undefined);
  return Number(await seen.jsonValue());
}

/** Milliseconds from a person's touch or key until what `pattern` finds on the screen is something else than before. */
export async function timeToChange(page: Page, pattern: RegExp, act: () => Promise<void>): Promise<number> {
  const changed = page.evaluate(
    ({ source }) =>
      new Promise<number>((resolve) => {
        const found = () => new RegExp(source).exec(document.body.textContent ?? '')?.[0];
        const before = found();
        let start = 0;
        const begin = () => {
          start ||= performance.now();
        };
        for (const name of ['pointerdown', 'keydown', 'input']) {
          window.addEventListener(name, begin, { capture: true, once: true });
        }
        const look = () => {
          const now = found();
          if (start === 0 || now === undefined || now === before) requestAnimationFrame(look);
          else resolve(performance.now() - start);
        };
        look();
      }),
    { source: pattern.source }
  );
  await act();
  return changed;
}
