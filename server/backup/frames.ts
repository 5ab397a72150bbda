import { z } from 'zod';

/**
 * A backup is a sequence of frames: notes in JSON that say what follows, and rows in the text format of COPY, which every
 * version of PostgreSQL reads. A frame is its kind (one byte), its length (four bytes) and its content.
 */
export type Frame =
  { readonly kind: 'note'; readonly note: Note } | { readonly kind: 'rows'; readonly rows: Buffer };

const NOTE = 1;
const ROWS = 2;
const HEAD_BYTES = 5;

const Identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** The first note, one per table before its rows, and the last. */
const NoteSchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('start'),
    format: z.literal(1),
    made_at: z.iso.datetime(),
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  }),
  z.object({ is: z.literal('table'), table: Identifier, columns: z.array(Identifier).min(1) }),
  z.object({
    is: z.literal('end'),
    /** The number of rows by table. */
    counts: z.record(Identifier, z.int().nonnegative()),
    /** The last number that each sequence gave. */
    sequences: z.record(Identifier, z.int().nonnegative()),
  }),
]);
export type Note = z.output<typeof NoteSchema>;
export type Start = Extract<Note, { is: 'start' }>;
export type End = Extract<Note, { is: 'end' }>;

/** The file is not a backup, or not a complete one. */
export class BadBackup extends Error {}

function encode(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

export const encodeNote = (note: Note): Buffer => encode(NOTE, Buffer.from(JSON.stringify(note)));
export const encodeRows = (rows: Buffer): Buffer => encode(ROWS, rows);

const NoteText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(NoteSchema);

function decode(kind: number, content: Buffer): Frame {
  if (kind === ROWS) return { kind: 'rows', rows: content };
  const note = kind === NOTE ? NoteText.safeParse(content.toString('utf8')) : null;
  if (!note?.success) throw new BadBackup('The file is damaged, or is not a backup of Doorstep.');
  return { kind: 'note', note: note.data };
}

/** The frames of a stream. The last one has to be the note `end`: a file that was cut off is refused. */
export async function* decodeFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0);
  let isComplete = false;
  for await (const chunk of stream) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32BE(1);
      if (rest.length < end) break;
      const frame = decode(rest.readUInt8(0), rest.subarray(HEAD_BYTES, end));
      isComplete = frame.kind === 'note' && frame.note.is === 'end';
      yield frame;
      rest = rest.subarray(end);
    }
  }
  if (!isComplete || rest.length > 0) throw new BadBackup('The backup is not complete.');
}
