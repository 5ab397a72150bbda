import { type ShareResult, type SharedFile } from './share';

const wasCancelled = (failure: unknown) => failure instanceof DOMException && failure.name === 'AbortError';

/** The share sheet of the browser; without one, the clipboard. */
export async function shareText(text: string): Promise<ShareResult> {
  try {
    if (typeof navigator.share === 'function') await navigator.share({ text });
    else await navigator.clipboard.writeText(text);
    return 'shared';
  } catch (failure) {
    return wasCancelled(failure) ? 'cancelled' : 'failed';
  }
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads the URL after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The share sheet of the browser if it accepts files; otherwise a download. */
export async function shareFile({ name, type, text }: SharedFile): Promise<ShareResult> {
  try {
    const file = new File([text], name, { type });
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] });
    else download(file);
    return 'shared';
  } catch (failure) {
    return wasCancelled(failure) ? 'cancelled' : 'failed';
  }
}
