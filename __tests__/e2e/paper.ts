import { type TestPhone } from './harness';

/** A4 less its margins. */
export const widthOfPaper = 672;

/** A line of the printed ledger, and whether one of its words is broken in two. */
type PrintedRow = { name: string; method: string; isBroken: boolean };

/** What is printed, laid out as on paper: its lines, and how far they reach. */
export async function readOnPaper(
  phone: TestPhone,
  html: string
): Promise<{ rows: PrintedRow[]; width: number }> {
  const paper = await phone.context.newPage();
  try {
    await paper.setViewportSize({ width: widthOfPaper, height: 1000 });
    await paper.setContent(html);
    const rows = await paper.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector('.name')?.textContent ?? '',
        method: row.querySelector('.method')?.textContent ?? '',
        isBroken: Array.from(row.querySelectorAll('.method, .status')).some((cell) => {
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
