import { useEffect, useRef } from 'react';

const typing = 'input, textarea, select, [contenteditable="true"]';

/** Calls `focus` when a person presses / outside of a field and of a dialog. */
export function useSlashKey(isOn: boolean, focus: () => void): void {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target instanceof Element && event.target.closest(typing)) || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

const isDialogOpen = () => document.querySelector('[role="dialog"], dialog[open]') !== null;
