import { toLatinDigits } from '@/domain/digits';

/**
 * Parses the number of a contact, typed or scanned: the number itself, "No. 48213", or an address that ends in
 * contacts/48213. Null for anything else, such as a telephone number or a ticket.
 */
export function readContactNumber(text: string): number | null {
  const typed = toLatinDigits(text.trim());
  const found =
    /^(?:n[o°º]\.?\s*|#\s*)?0*(\d{1,15})$/i.exec(typed) ?? /contacts?[/:=]0*(\d{1,15})\/?$/i.exec(typed);
  return found?.[1] === undefined ? null : Number(found[1]);
}
