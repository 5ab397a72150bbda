import { type ContactCreate } from '@/contract/contact';
import { MOST_IMPORTED } from '@/contract/contactImport';
import { readOfFile, type ImportReading } from '@/domain/contacts/contactFile';
import { type OnlineFailure } from '@/domain/online';
import { type Runtime } from '@/features/shared/runtime';

type Parts = Pick<Runtime, 'online' | 'newId'>;

export type ImportProgress = { done: number; total: number };
export type ImportResult =
  | { kind: 'imported'; created: number; known: number }
  /** By the person. What was sent so far is stored; the same file again continues. */
  | { kind: 'cancelled'; created: number; known: number }
  /** The same, by a failure. */
  | { kind: 'stopped'; created: number; known: number; why: OnlineFailure }
  /** Somebody undid it meanwhile. The file can be imported again as another import. */
  | { kind: 'undone'; created: number; known: number };

const failureOf = (kind: string): OnlineFailure =>
  kind === 'offline' || kind === 'not_now' || kind === 'missing' ? kind : 'refused';

/** In the JSON of one request. A letter has at most three bytes, and the service accepts a mebibyte. */
const MOST_LETTERS = 300_000;

/** Where the part of the contacts that begins at `start` ends. */
function endOfPart(contacts: readonly ContactCreate[], start: number): number {
  let letters = 0;
  const size = contacts.slice(start, start + MOST_IMPORTED).findIndex((contact) => {
    letters += JSON.stringify(contact).length;
    return letters > MOST_LETTERS;
  });
  return start + (size < 0 ? MOST_IMPORTED : Math.max(size, 1));
}

/** Sends the contacts in small requests, so that others are served in between. */
export async function importContacts(
  { online, newId }: Parts,
  {
    uuid,
    name,
    reading,
    signal,
  }: { uuid: string; name: string; reading: Pick<ImportReading, 'contacts' | 'bad'>; signal: AbortSignal },
  onProgress: (progress: ImportProgress) => void
): Promise<ImportResult> {
  const { contacts } = reading;
  const sums = { created: 0, known: 0 };
  const begun = await online.write({
    endpoint: 'createContactImport',
    body: { data: { uuid, name, ...readOfFile(reading) } },
    key: uuid,
  });
  if (begun.kind !== 'written') return { kind: 'stopped', ...sums, why: failureOf(begun.kind) };
  for (let start = 0, end = 0; start < contacts.length; start = end) {
    end = endOfPart(contacts, start);
    onProgress({ done: start, total: contacts.length });
    if (signal.aborted) return { kind: 'cancelled', ...sums };
    const part = await online.write({
      endpoint: 'addImportedContacts',
      params: { id: begun.value.id },
      body: { data: { contacts: contacts.slice(start, end) } },
      key: newId(),
    });
    if (part.kind === 'import_undone') return { kind: 'undone', ...sums };
    if (part.kind !== 'written') return { kind: 'stopped', ...sums, why: failureOf(part.kind) };
    sums.created += part.value.created;
    sums.known += part.value.known;
  }
  return { kind: 'imported', ...sums };
}

export type UndoResult =
  | { kind: 'undone'; removed: number; stayed: number; people: { id: number; name: string }[] }
  | { kind: 'stopped'; removed: number; why: OnlineFailure };

/** Removes the contacts of an import that nothing refers to, part by part. */
export async function undoImport(
  { online, newId }: Parts,
  id: number,
  onProgress: (removed: number) => void
): Promise<UndoResult> {
  let removed = 0;
  for (;;) {
    const part = await online.write({
      endpoint: 'undoContactImport',
      params: { id },
      body: undefined,
      key: newId(),
    });
    if (part.kind !== 'written') return { kind: 'stopped', removed, why: failureOf(part.kind) };
    removed += part.value.removed;
    onProgress(removed);
    const { more, stayed, people } = part.value;
    if (!more) return { kind: 'undone', removed, stayed, people };
  }
}
