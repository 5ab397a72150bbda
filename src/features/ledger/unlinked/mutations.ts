import { ContactCreateRequest } from '@/contract/contact';
import { type Supporter } from '@/domain/supporter';
import { type Runtime } from '@/features/shared/runtime';

export type CreateFailure = 'offline' | 'not_now' | 'refused';

/**
 * Adds a new supporter as a contact and returns its number. Online: the gift is linked to the number, which only the service
 * gives. The uuid is that of the dialog, so that a second press after a lost response adds nobody.
 */
export async function createSupporterContact(
  { online }: Pick<Runtime, 'online'>,
  uuid: string,
  { name, mail, phone }: Supporter
): Promise<number | CreateFailure> {
  const contact = { uuid, ...splitName(name), ...(phone === undefined ? {} : { mobile: phone }) };
  const withMail = ContactCreateRequest.safeParse({ data: { ...contact, ...(mail ? { mail } : {}) } });
  // What was typed at the door may be no valid address: it stays in the note of the gift.
  const body = withMail.success ? withMail.data : ContactCreateRequest.parse({ data: contact });
  const result = await online.write({ endpoint: 'createContact', body, key: uuid });
  if (result.kind === 'written') return result.value.id;
  if (result.kind === 'offline' || result.kind === 'not_now') return result.kind;
  return 'refused';
}

/** The last word is the surname. Managers change it on the page of the contact. */
export function splitName(name: string): { firstname?: string; surname: string } {
  const words = name.trim().split(/\s+/);
  const surname = (words.pop() ?? '').slice(0, 200);
  const firstname = words.join(' ').slice(0, 200);
  return { ...(firstname === '' ? {} : { firstname }), surname };
}
