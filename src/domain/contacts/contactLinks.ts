import type { Contact } from '@/contract/contact';

import { addressLine, type Address } from '../address';
import { toLatinDigits } from '../digits';

/** Links to call, text or mail a person. */
export type ContactLinks = { call: string | null; text: string | null; mail: string | null };

/** Null for each link that is not possible. */
export function contactLinksOf({ phone, mail }: { phone?: string; mail?: string }): ContactLinks {
  const number = dialNumber(phone ?? '');
  const address = (mail ?? '').trim();
  return {
    call: number === null ? null : `tel:${number}`,
    text: number === null ? null : `sms:${number}`,
    mail: address.includes('@') ? `mailto:${encodeURIComponent(address).replace('%40', '@')}` : null,
  };
}

/**
 * Links that open a text message and a mail with this content. Without a number or an address the sender chooses whom it is for.
 */
export function messageLinks(
  to: { phone?: string; mail?: string },
  { subject, text }: { subject: string; text: string }
): { text: string; mail: string } {
  const links = contactLinksOf(to);
  const body = `body=${encodeURIComponent(text)}`;
  return {
    // Android reads what is after the question mark, iOS what is after the ampersand.
    text: `${links.text ?? 'sms:'}?&${body}`,
    mail: `${links.mail ?? 'mailto:'}?subject=${encodeURIComponent(subject)}&${body}`,
  };
}

/** The number to dial: the mobile, unless only the other one works. */
export function usablePhone({ mobile, mobile_invalid, phone, phone_invalid }: Contact): string | undefined {
  if (mobile && mobile_invalid !== true) return mobile;
  return phone && phone_invalid !== true ? phone : undefined;
}

/** One text message to several people; null where nobody has a number. */
export function textAllLink(phones: readonly (string | undefined)[]): string | null {
  const numbers = phones.flatMap((phone) => dialNumber(phone ?? '') ?? []);
  return numbers.length === 0 ? null : `sms:${[...new Set(numbers)].join(',')}`;
}

/** The digits of a number, with a leading plus. */
function dialNumber(phone: string): string | null {
  const digits = toLatinDigits(phone).replace(/\(0\)/, '').replace(/\D/g, '');
  if (digits.length < 3) return null;
  return phone.trim().startsWith('+') ? `+${digits}` : digits;
}

/** A geo: link that any map app opens; null without a position or address. */
export function mapLink(address: Address): string | null {
  const { position } = address;
  const words = addressLine(address);
  if (position === null) return words === '' ? null : `geo:0,0?q=${encodeURIComponent(words)}`;
  const degrees = `${position.latitude},${position.longitude}`;
  return `geo:${degrees}?q=${degrees}`;
}

/** A web address that may be opened; null for any other scheme. */
export function safeWebLink(link: string | undefined): string | null {
  if (link === undefined || link.trim() === '') return null;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(link.trim()) ? link.trim() : `https://${link.trim()}`;
  return /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text) ? text : null;
}
