import { getFact, setFact } from '@/db/facts';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type OnlineControls } from '@/domain/online';
import { encodeBytes, type DeviceSigner } from '@/domain/signedText';
import { type ReceiptControls, type SyncControls } from '@/features/shared/runtime';
import { type Secrets } from '@/platform/secrets';

type Parts = {
  store: Store;
  scope: Scope;
  secrets: Pick<Secrets, 'get' | 'set'>;
  online: Pick<OnlineControls, 'write'>;
  newId: () => string;
  randomBytes: (count: number) => Uint8Array;
  /** The origin of the web app, where receipts are checked. */
  webApp: string;
};

export type ReceiptBookControls = ReceiptControls & {
  /** Requests a book where the service has receipts and this phone has no book of its key. */
  draw(): Promise<void>;
};

const keyName = 'receipt_key';
const keyBytes = 32;

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** The receipt book of a person on this phone. The key is one of the phone, the book one of the scope. */
export function openReceiptBook(parts: Parts): ReceiptBookControls {
  const { store, scope, secrets, online, newId, randomBytes, webApp } = parts;
  let opened: DeviceSigner | null = null;
  const signer = async (): Promise<DeviceSigner | null> => {
    if (opened !== null) return opened;
    const secret = await secrets.get(keyName);
    // Loaded on demand: only a phone with a book signs.
    if (secret !== null) opened = (await import('@/platform/crypto')).createSigner(fromHex(secret));
    return opened;
  };
  let making: Promise<DeviceSigner> | null = null;
  const makeKey = async (): Promise<DeviceSigner> => {
    const known = await signer();
    if (known !== null) return known;
    await secrets.set(keyName, toHex(randomBytes(keyBytes)));
    const made = await signer();
    if (made === null) throw new Error('The key that was just stored must be there.');
    return made;
  };
  /** One key, whoever needs it first. */
  const ensureSigner = (): Promise<DeviceSigner> => {
    making ??= makeKey().finally(() => (making = null));
    return making;
  };
  const draw = async (): Promise<void> => {
    const capabilities = await getFact(store, scope, 'capabilities');
    if (!capabilities?.includes('receipts')) return;
    const owner = await ensureSigner();
    const publicKey = encodeBytes(owner.publicKey);
    const known = await getFact(store, scope, 'receipt_book');
    const isOwn = known?.publicKey === publicKey;
    if (isOwn && known.number !== null) return;
    // A lost key leaves its book as it is: its numbers end, and those of another book begin.
    const book = isOwn ? known : { key: newId(), publicKey, number: null };
    if (!isOwn) await store.write((tx) => setFact(tx, scope, 'receipt_book', book));
    const drawn = await online.write({
      endpoint: 'createReceiptBook',
      body: { data: { receipt_book: { key: book.key, public_key: publicKey } } },
      key: book.key,
    });
    if (drawn.kind !== 'written') return;
    const { id } = drawn.value;
    await store.write((tx) => setFact(tx, scope, 'receipt_book', { ...book, number: id }));
  };
  return {
    signer,
    ensureSigner,
    isSigned: async (text) => (await import('@/platform/crypto')).isSigned(text),
    link: (code) => `${webApp}/r#${code}`,
    draw,
  };
}

/** Requests the book after a pull, which has fetched the capabilities. Returns an unsubscribe function. */
export function drawBookAfterPulls(
  { draw }: Pick<ReceiptBookControls, 'draw'>,
  sync: Pick<SyncControls, 'getStatus' | 'subscribe'>
): () => void {
  let pulledAt: number | null = null;
  let isDrawing = false;
  return sync.subscribe(() => {
    const { lastPulledAt } = sync.getStatus();
    if (lastPulledAt === pulledAt || isDrawing) return;
    pulledAt = lastPulledAt;
    isDrawing = true;
    // Without a book records have no receipt; the next pull tries again.
    draw()
      .catch(() => undefined)
      .finally(() => (isDrawing = false));
  });
}
