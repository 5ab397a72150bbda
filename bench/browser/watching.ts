import { type Page } from '@playwright/test';

/** tsx adds a helper for function names, which no page has. */
const naming = 'globalThis.__name ??= (named) => named';

/** Watches every new page from its start for the text that shows that it is ready. */
async function watchFor(page: Page, mark: string): Promise<void> {
  await page.addInitScript({ content: naming });
  await page.addInitScript((text) => {
    const look = () => {
      if (!document.body?.textContent?.includes(text)) requestAnimationFrame(look);
      // The frame after the text is in the document is the one that a person sees.
      else requestAnimationFrame(() => Reflect.set(window, 'seenAfter', performance.now()));
    };
    look();
  }, mark);
}

/** Milliseconds from the start of the navigation until the text is on screen. */
export async function timeToSee(page: Page, address: string, mark: string): Promise<number> {
  await watchFor(page, mark);
  await page.goto(address, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(() => Reflect.get(window, 'seenAfter') as number | undefined);
  return Number(await seen.jsonValue());
}

/**
 * Milliseconds from a touch or a key until what `pattern` finds on the screen has changed;
 * NaN if it stays the same.
 */
export async function timeToChange(page: Page, pattern: RegExp, act: () => Promise<void>): Promise<number> {
  await page.evaluate(naming);
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
          const passed = start === 0 ? 0 : performance.now() - start;
          if (now !== undefined && now !== before && start !== 0) resolve(passed);
          else if (passed > 5_000) resolve(NaN);
          else requestAnimationFrame(look);
        };
        look();
      }),
    { source: pattern.source }
  );
  await act();
  return changed;
}
