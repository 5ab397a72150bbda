/** Renders every icon of the app from assets/icon.svg. Run it when the drawing changes: `npx tsx scripts/icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { browserArguments, requireBrowser } from './browser';

/** On the app's green, without a background, or as a white shape, which Android requires for some icons. */
type Look = 'on_green' | 'transparent' | 'white';
type Size = { file: string; size: number; scale: number; radius: number; look?: Look };

const sizes: Size[] = [
  { file: 'assets/icon.png', size: 1024, scale: 1, radius: 0 },
  { file: 'assets/favicon.png', size: 48, scale: 1.25, radius: 0.22 },
  { file: 'public/icons/icon-192.png', size: 192, scale: 1.15, radius: 0.22 },
  { file: 'public/icons/icon-512.png', size: 512, scale: 1.15, radius: 0.22 },
  // A maskable icon may be cut to a circle, so the drawing stays inside the safe zone of 80%.
  { file: 'public/icons/maskable-512.png', size: 512, scale: 0.95, radius: 0 },
  { file: 'public/icons/apple-touch-icon.png', size: 180, scale: 1.1, radius: 0 },
  // Android cuts its own shape and shows two thirds of the image.
  { file: 'assets/icon-foreground.png', size: 1024, scale: 0.8, radius: 0, look: 'transparent' },
  { file: 'assets/icon-monochrome.png', size: 1024, scale: 0.8, radius: 0, look: 'white' },
  { file: 'assets/notification.png', size: 96, scale: 1.3, radius: 0, look: 'white' },
];

/** The white shape has the door's handle as a hole. */
function render(drawing: string, look: Look): string {
  if (look !== 'white') return drawing;
  const hole =
    '<mask id="hole"><rect width="1024" height="1024" fill="#fff"/><circle cx="600" cy="520" r="28" fill="#000"/></mask>';
  const shapes = drawing
    .replace(/<circle[^>]*\/>/, '')
    .replace(/fill="#[0-9A-F]{6}"/g, 'fill="#fff"')
    .replace(/<path/, '<path mask="url(#hole)"');
  return shapes.replace('</svg>', `${hole}</svg>`);
}

async function main() {
  const drawing = (await readFile('assets/icon.svg', 'utf8')).replace(/<rect width="1024"[^>]*\/>/, '');
  const executablePath = requireBrowser();
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  const page = await browser.newPage();
  for (const { file, size, scale, radius, look = 'on_green' } of sizes) {
    const background = look === 'on_green' ? '#0B5D4E' : 'transparent';
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body{margin:0;background:transparent}div{width:${size}px;height:${size}px;overflow:hidden;background:${background};` +
        `border-radius:${radius * size}px}svg{display:block;transform:scale(${scale})}</style><div>${render(drawing, look)}</div>`
    );
    await writeFile(file, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
