import { useRef } from 'react';
import { type View } from 'react-native';

import { useTheme } from './theme';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface RadioProps {
  ref: (node: View | null) => void;
  tabIndex: 0 | -1;
  onKey: (key: string) => boolean;
}

interface RadioKeys<V> {
  radioProps: (value: V) => RadioProps;
  /** The radio that Tab focuses: the selected one, else the first. */
  getFocusTarget: () => View | null;
}

/**
 * Standard keyboard behavior of a radio group: one tab stop, arrow keys move the selection and wrap around. Left and
 * right follow the layout direction.
 */
export function useRadioKeys<V>(
  values: readonly V[],
  chosen: V | null,
  choose: (value: V) => void
): RadioKeys<V> {
  const { direction } = useTheme();
  const nodes = useRef(new Map<V, View>());
  const entry = chosen !== null && values.includes(chosen) ? chosen : values[0];
  const radioProps = (value: V): RadioProps => ({
    ref: (node) => {
      if (node === null) nodes.current.delete(value);
      else nodes.current.set(value, node);
    },
    tabIndex: value === entry ? 0 : -1,
    onKey: (key) => {
      const forward = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft';
      const back = direction === 'ltr' ? 'ArrowLeft' : 'ArrowRight';
      const step = key === forward ? 1 : key === back ? -1 : steps[key];
      if (step === undefined) return false;
      const next = values[(values.indexOf(value) + step + values.length) % values.length];
      if (next === undefined) return false;
      choose(next);
      nodes.current.get(next)?.focus();
      return true;
    },
  });
  return {
    radioProps,
    getFocusTarget: () => (entry === undefined ? null : (nodes.current.get(entry) ?? null)),
  };
}
