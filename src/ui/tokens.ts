/** `person`: a person must act. `off`: nothing happens any more. */
export type StateTone = 'waiting' | 'moving' | 'done' | 'person' | 'off';

/** Text and background; every pair meets WCAG AA. */
export interface TonePair {
  ink: string;
  ground: string;
}

export interface Colors {
  background: string;
  surface: string;
  ink: string;
  inkQuiet: string;
  line: string;
  primary: string;
  onPrimary: string;
  primaryQuiet: string;
  onPrimaryQuiet: string;
  scrim: string;
  states: Record<StateTone, TonePair>;
}

export const palettes: Record<'light' | 'dark', Colors> = {
  light: {
    background: '#FAF8F4',
    surface: '#FFFFFF',
    ink: '#1C1B1A',
    inkQuiet: '#5B5751',
    line: '#E5E0D8',
    primary: '#0B5D4E',
    onPrimary: '#FFFFFF',
    primaryQuiet: '#D8EFE8',
    onPrimaryQuiet: '#06392F',
    scrim: 'rgba(28, 27, 26, 0.45)',
    states: {
      waiting: { ink: '#8A4B00', ground: '#FFEFD6' },
      moving: { ink: '#1B55AD', ground: '#E3EDFB' },
      done: { ink: '#17693A', ground: '#DDF3E4' },
      person: { ink: '#A8211A', ground: '#FBE4E2' },
      off: { ink: '#5B5751', ground: '#EFEBE4' },
    },
  },
  dark: {
    background: '#12110F',
    surface: '#1E1C19',
    ink: '#F3EFE9',
    inkQuiet: '#BDB6AB',
    line: '#38342E',
    primary: '#74D6BF',
    onPrimary: '#00382D',
    primaryQuiet: '#0E463B',
    onPrimaryQuiet: '#BDF1E3',
    scrim: 'rgba(0, 0, 0, 0.6)',
    states: {
      waiting: { ink: '#FFC27A', ground: '#3D2A0E' },
      moving: { ink: '#9CC3FF', ground: '#16294A' },
      done: { ink: '#8FDDA9', ground: '#12361F' },
      person: { ink: '#FFB0A8', ground: '#451613' },
      off: { ink: '#BDB6AB', ground: '#2B2823' },
    },
  },
};

export const space = { xs: 4, s: 8, m: 12, l: 16, xl: 20, xxl: 32 } as const;

export const radius = { small: 8, tile: 12, button: 14, card: 16, round: 999 } as const;

export const target = { small: 48, main: 64 } as const;

/** `twoPane`: the window width from which the layout has two panes. */
export const width = { twoPane: 900, column: 640, listPane: 400, rail: 232 } as const;

/** The longest pause between the taps of a double tap. */
export const doubleTapMs = 300;

/** Durations in milliseconds. */
export const motion = { short: 120, long: 180 } as const;
