import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

import { type DialogProps, DialogPanel } from './DialogPanel';
import { useWide } from './layout';
import { useBackdropPress } from './useBackdropPress';

/**
 * The browser's modal dialog: it is above everything, traps the focus, makes the page inert and closes on Escape. It is the
 * last element of the page, because checkers of accessibility compute what is behind a text without the top layer.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const wide = useWide();
  const pressBackdrop = useBackdropPress(true, props.onClose);
  const element = useRef<HTMLDialogElement>(null);
  const opener = useRef(document.activeElement);

  useEffect(() => {
    const dialog = element.current;
    const before = opener.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The element is already unmounted, so the browser does not restore the focus.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return createPortal(
    <dialog
      ref={element}
      aria-label={props.title}
      style={{ ...frame, ...(wide ? middle : bottom) }}
      onCancel={(event) => {
        event.preventDefault();
        // React passes the event of a dialog inside this one on to this one.
        if (event.target === element.current) props.onClose();
      }}
      onClick={(event: MouseEvent) => {
        if (event.target === element.current) pressBackdrop();
      }}
    >
      <DialogPanel {...props} wide={wide} />
    </dialog>,
    document.body
  );
}

const frame: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: '100%',
  // Above a virtual keyboard, see keyboardHeight.web.ts.
  height: 'var(--visible-height, 100%)',
  maxHeight: '100%',
  margin: 0,
  padding: 0,
  border: 'none',
  background: 'transparent',
};
const middle: CSSProperties = { alignItems: 'center', justifyContent: 'center' };
const bottom: CSSProperties = { alignItems: 'stretch', justifyContent: 'flex-end' };
