import { type ShareResult } from './share';

/**
 * Opens the print dialog, which can save a PDF. Prints from an iframe, so that the page contains the list and not the
 * app; the iframe stays until the dialog closes.
 */
export function sharePdf({ name, html }: { name: string; html: string }): Promise<ShareResult> {
  return new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('aria-hidden', 'true');
    frame.title = name;
    frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
    frame.onload = () => {
      const page = frame.contentWindow;
      if (page === null) return done('failed');
      page.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0));
      // The dialog suggests the title as the file name.
      page.document.title = name;
      page.focus();
      page.print();
      done('shared');
    };
    frame.onerror = () => done('failed');
    frame.srcdoc = html;
    document.body.append(frame);
  });
}
