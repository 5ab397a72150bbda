import { useEffect, useRef } from 'react';

import { doubleTap } from './tokens';

/**
 * A press on the shade around a dialog closes it; but the second tap of the double tap that opened it does not, which
 * falls where the button was and would make it seem that the button does nothing.
 */
export function useBackdropPress(open: boolean, onClose: () => void): () => void {
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  return () => {
    if (performance.now() - openedAt.current > doubleTap) onClose();
  };
}
