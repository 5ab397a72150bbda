import { type PickedText } from './textFile';

/** Opens the file dialog of the browser. `accept` names the types to choose from, all without one. A file in another encoding than UTF-8 cannot be read. */
export const pickTextFile: ((accept: string) => Promise<PickedText>) | null = (accept) =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('cancel', () => resolve({ kind: 'cancelled' }));
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (!file) return resolve({ kind: 'cancelled' });
      const read = async (): Promise<PickedText> => {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
        return { kind: 'picked', name: file.name, text };
      };
      read().then(resolve, () => resolve({ kind: 'unreadable' }));
    });
    input.click();
  });
