import { addressLine, type Address } from './address';

/** Ways out of the app to a person or a place, as addresses that a phone opens. */
export type ContactLinks = { call: string | null; text: string | null; mail: string | null };

/** Null for what is not there: a number without digits cannot be dialled. */
export function contactLinksOf({ phone, mail }: { phone?: string; mail?: string }): ContactLinks {
  const number = dialNumber(phone ?? '');
  const address = (mail ?? '').trim();
  return {
    call: number === null ? null : `tel:${number}`,
    text: number === null ? null : `sms:${number}`,
    mail: address.includes('@') ? `mailto:${encodeURIComponent(address).replace('%40', '@')}` : null,
  };
}

/** A number is kept as it was typed; dialled are its digits and a plus in front. */
function dialNumber(phone: string): string | null {
  const digits = phone.replace(/\(0\)/, '').replace(/\D/g, '');
  if (digits.length < 3) return null;
  return phone.trim().startsWith('+') ? `+${digits}` : digits;
}

/** The place of an address as a geo: address, which any map on the phone opens; null when nothing says where it is. */
export function mapLink(address: Address): string | null {
  const { position } = address;
  const words = addressLine(address);
  if (position === null) return words === '' ? null : `geo:0,0?q=${encodeURIComponent(words)}`;
  const degrees = `${position.latitude},${position.longitude}`;
  return `geo:${degrees}?q=${degrees}`;
}

/** An address of the web that may be opened outside; null for any other scheme and for what is none. */
export function safeWebLink(link: string | undefined): string | null {
  if (link === undefined || link.trim() === '') return null;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(link.trim()) ? link.trim() : `https://${link.trim()}`;
  return /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text) ? text : null;
}
