import { ContactCreateSchema } from '@/contract/contact';
import { type UnlinkedGift } from '@/db/ledger/unlinked';
import { whyNotWritten } from '@/domain/online';
import { uuidFrom } from '@/domain/uuidFrom';
import { type Runtime } from '@/features/shared/runtime';

export type CreateFailure = 'offline' | 'not_now' | 'refused';

/**
 * Adds a new supporter as a contact and returns its number. Online: the gift is linked to the number, which only the service
 * gives. The uuid is made from the gift, so that a second try after a lost response adds nobody.
 */
export async function createSupporterContact(
  { online }: Pick<Runtime, 'online'>,
  { key, supporter: { name, mail, phone } }: Pick<UnlinkedGift, 'key' | 'supporter'>
): Promise<number | CreateFailure> {
  const uuid = uuidFrom(`doorstep gift ${key}`);
  // What was typed at the door may be no valid address or number: it stays in the note of the gift.
  const fits = (field: 'mail' | 'mobile', typed: string | undefined) =>
    typed && ContactCreateSchema.shape[field].safeParse(typed).success ? { [field]: typed } : {};
  const data = { uuid, ...splitName(name), ...fits('mobile', phone), ...fits('mail', mail) };
  const result = await online.write({ endpoint: 'createContact', body: { data }, key: uuid });
  if (result.kind === 'written') return result.value.id;
  return whyNotWritten(result.kind);
}

/** The last word is the surname. Managers change it on the page of the contact. */
export function splitName(name: string): { firstname?: string; surname: string } {
  const words = name.trim().split(/\s+/);
  const surname = (words.pop() ?? '').slice(0, 200);
  const firstname = words.join(' ').slice(0, 200);
  return { ...(firstname === '' ? {} : { firstname }), surname };
}
