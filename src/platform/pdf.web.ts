import { type ShareAnswer } from './share';

/**
 * A browser makes PDFs in its print dialog. The page is printed from a frame of its own, so that what is printed is
 * the list and not the app around it; the frame stays until the dialog is closed.
 */
export function sharePdf({ name, html }: { name: string; html: string }): Promise<ShareAnswer> {
  return new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('aria-hidden', 'true');
    frame.title = name;
    frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
    frame.onload = () => {
      const page = frame.contentWindow;
      if (page === null) return done('failed');
      page.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0));
      // The name of the page is the name that the dialog suggests for the file.
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
