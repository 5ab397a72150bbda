import { type TestPhone } from './harness';

/** A4 without its margins, in CSS pixels. */
export const paperWidth = 672;

/** A row of the printed ledger, and whether one of its words wraps. */
type PrintedRow = { name: string; method: string; isWrapped: boolean };

/** Lays the printed HTML out at the width of the paper, and reads its rows and its width. */
export async function readPrintedPage(
  phone: TestPhone,
  html: string
): Promise<{ rows: PrintedRow[]; width: number }> {
  const paper = await phone.context.newPage();
  try {
    await paper.setViewportSize({ width: paperWidth, height: 1000 });
    await paper.setContent(html);
    const rows = await paper.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector('.name')?.textContent ?? '',
        method: row.querySelector('.method')?.textContent ?? '',
        isWrapped: Array.from(row.querySelectorAll('.method, .status')).some((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          return !/\s/.test(cell.textContent ?? '') && words.getClientRects().length > 1;
        }),
      }))
    );
    return { rows, width: await paper.evaluate(() => document.documentElement.scrollWidth) };
  } finally {
    await paper.close();
  }
}
