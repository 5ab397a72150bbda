import { palettes, type StateTone } from '@/ui/tokens';

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const AA_TEXT = 4.5;
const AA_EDGE = 3;
const tones: StateTone[] = ['waiting', 'moving', 'done', 'person', 'off'];

describe.each(['light', 'dark'] as const)('the %s palette', (scheme) => {
  const colors = palettes[scheme];

  it('meets AA for every text on every background', () => {
    const grounds = [colors.background, colors.surface, colors.primaryQuiet];
    const pairs: [string, string][] = [
      ...grounds.flatMap((ground): [string, string][] => [
        [colors.ink, ground],
        [colors.inkQuiet, ground],
        [colors.primary, ground],
      ]),
      [colors.onPrimary, colors.primary],
      [colors.onPrimaryQuiet, colors.primaryQuiet],
      ...tones.flatMap((tone): [string, string][] => [
        [colors.states[tone].ink, colors.states[tone].ground],
        [colors.states[tone].ink, colors.background],
        [colors.states[tone].ink, colors.surface],
      ]),
    ];
    const weak = pairs.filter(([ink, ground]) => contrast(ink, ground) < AA_TEXT);
    expect(weak).toEqual([]);
  });

  it('has a contrast of 3:1 for the borders of fields, boxes and the focus ring', () => {
    for (const ground of [colors.background, colors.surface]) {
      expect(contrast(colors.inkQuiet, ground)).toBeGreaterThanOrEqual(AA_EDGE);
      expect(contrast(colors.primary, ground)).toBeGreaterThanOrEqual(AA_EDGE);
    }
  });
});
