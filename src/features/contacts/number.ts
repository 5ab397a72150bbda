/**
 * The number of a contact in what was typed or scanned: the number itself, "No. 48213", or an address that ends in
 * contacts/48213. Null for anything else, so that a telephone number or a ticket is not taken for one.
 */
export function readContactNumber(text: string): number | null {
  const found =
    /^(?:n[o°º]\.?\s*|#\s*)?0*(\d{1,15})$/i.exec(text.trim()) ??
    /contacts?[/:=]0*(\d{1,15})\/?$/i.exec(text.trim());
  return found?.[1] === undefined ? null : Number(found[1]);
}
