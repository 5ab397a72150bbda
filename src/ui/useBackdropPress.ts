import { useEffect, useRef } from 'react';

import { doubleTapMs } from './tokens';

/**
 * Returns what to call when the backdrop of a dialog is pressed: it closes the dialog, except at the second tap of the
 * double tap that opened it.
 */
export function useBackdropPress(open: boolean, onClose: () => void): () => void {
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  return () => {
    if (performance.now() - openedAt.current > doubleTapMs) onClose();
  };
}
