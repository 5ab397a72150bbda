import { oneLine } from '@/contract/primitives';

/**
 * A person who gave and is not a contact yet. The interface has no field for them, so their details are written
 * into `comment` in a readable and parsable form.
 */
export type Supporter = {
  name: string;
  address?: string;
  mail?: string;
  phone?: string;
  /** That the person agreed that mail and phone are kept. */
  permission?: string;
};

const heading = 'New supporter';
const labels = {
  name: 'Name',
  address: 'Address',
  mail: 'Mail',
  phone: 'Phone',
  permission: 'May be contacted',
} as const;
const fields = ['name', 'address', 'mail', 'phone', 'permission'] as const;

/** The comment with the supporter, followed by the note of the volunteer. */
export function writeSupporter(supporter: Supporter, comment = ''): string {
  const lines = fields.flatMap((field) => {
    const value = oneLine(supporter[field] ?? '');
    return value === '' ? [] : [`${labels[field]}: ${value}`];
  });
  const block = [heading, ...lines].join('\n');
  return comment.trim() === '' ? block : `${block}\n\n${comment.trim()}`;
}

/** The supporter in a comment and the note after it; null when the comment contains none. */
export function readSupporter(comment: string): { supporter: Supporter; comment: string } | null {
  const [first, ...rest] = comment.replace(/\r\n?/g, '\n').split('\n');
  if (first?.trim() !== heading) return null;
  const supporter: Partial<Supporter> = {};
  let read = 0;
  for (const field of fields) {
    const prefix = `${labels[field]}: `;
    const line = rest[read];
    if (!line?.startsWith(prefix)) continue;
    supporter[field] = line.slice(prefix.length).trim();
    read += 1;
  }
  const { name, ...reachable } = supporter;
  if (name === undefined) return null;
  return { supporter: { name, ...reachable }, comment: rest.slice(read).join('\n').trim() };
}

/** The note in a comment, without the block of a supporter. */
export function noteIn(comment: string): string {
  return readSupporter(comment)?.comment ?? comment;
}

/** The comment with another note: a block of a supporter in it stays. */
export function withNote(comment: string, note: string): string {
  const found = readSupporter(comment);
  return found === null ? note : writeSupporter(found.supporter, note);
}
