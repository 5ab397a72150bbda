import { type PickedFile } from './pickFile';

/** Opens the file dialog of the browser. `accept` names the types to choose from, all without one. */
export const pickFile: ((accept: string) => Promise<PickedFile>) | null = (accept) =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('cancel', () => resolve({ kind: 'cancelled' }));
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (!file) return resolve({ kind: 'cancelled' });
      const read = async (): Promise<PickedFile> => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return { kind: 'picked', name: file.name, bytes };
      };
      read().then(resolve, () => resolve({ kind: 'unreadable' }));
    });
    input.click();
  });
