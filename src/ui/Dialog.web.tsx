import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react';

import { type DialogProps, DialogPanel } from './DialogPanel';
import { useWide } from './layout';
import { useBackdropPress } from './useBackdropPress';

/**
 * The browser's own modal dialog: it lies above everything wherever it stands in the page, keeps the keyboard inside,
 * makes the page behind inert, closes on Escape and gives the focus back to where it was.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const wide = useWide();
  const pressShade = useBackdropPress(true, props.onClose);
  const element = useRef<HTMLDialogElement>(null);
  const opener = useRef(document.activeElement);

  useEffect(() => {
    const dialog = element.current;
    const before = opener.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The element is gone from the page by the time it closes, and with it the browser's memory of the opener.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={element}
      aria-label={props.title}
      style={{ ...frame, ...(wide ? middle : bottom) }}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event: MouseEvent) => {
        if (event.target === element.current) pressShade();
      }}
    >
      <DialogPanel {...props} wide={wide} />
    </dialog>
  );
}

const frame: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: '100%',
  // Above a keyboard that covers the page (keyboardHeight.web.ts).
  height: 'var(--visible-height, 100%)',
  maxHeight: '100%',
  margin: 0,
  padding: 0,
  border: 'none',
  background: 'transparent',
};
const middle: CSSProperties = { alignItems: 'center', justifyContent: 'center' };
const bottom: CSSProperties = { alignItems: 'stretch', justifyContent: 'flex-end' };
