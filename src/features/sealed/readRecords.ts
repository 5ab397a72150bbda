import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type TFunction } from 'i18next';
import { z } from 'zod';

import { csvText, spreadsheetNumber } from '@/features/shared/exportText';
import { type Format } from '@/i18n/format';

const RecordSchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  who: z.string().nullish(),
  amount: z.number().nullish(),
  currency: z.string().nullish(),
  payment_method_kind: z.string().nullish(),
  saved_at: z.string(),
  body_hash: z.string(),
  body: z.unknown(),
});

const ExportSchema = z.looseObject({
  format: z.literal('doorstep-unsent'),
  exported_at: z.string(),
  space_id: z.number(),
  user_id: z.number(),
  records: z.array(RecordSchema),
});

/** A record of the file. `isAsSaved`: its content has the hash that the phone saved with it. */
export type FoundRecord = z.output<typeof RecordSchema> & { isAsSaved: boolean };
export type FoundFile = { exportedAt: string; spaceId: number; userId: number; records: FoundRecord[] };

/** The unsent records in an opened file (`features/outbox/exportFile.ts`); null for any other text. */
export function readRecords(text: string): FoundFile | null {
  const read = ExportSchema.safeParse(parse(text));
  if (!read.success) return null;
  const { exported_at: exportedAt, space_id: spaceId, user_id: userId, records } = read.data;
  return {
    exportedAt,
    spaceId,
    userId,
    // Nobody enters a record twice because the file has it twice.
    records: records
      .filter(({ id }, place) => records.findIndex((other) => other.id === id) === place)
      .map((record) => ({ ...record, isAsSaved: hashOf(record.body) === record.body_hash })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
const hashOf = (body: unknown) => bytesToHex(sha256(utf8ToBytes(textOf(body) ?? '')));

const columns = [
  'saved',
  'name',
  'amount',
  'currency',
  'method',
  'kind',
  'state',
  'unchanged',
  'id',
  'content',
] as const;

/** One line for each record, with everything that the phone was going to send. */
export function recordsCsv({ records }: FoundFile, { t, format }: { t: TFunction; format: Format }): string {
  const lines = records.map((record) => [
    record.saved_at,
    record.who ?? '',
    record.amount == null ? '' : spreadsheetNumber(record.amount, record.currency ?? '', format.locale),
    (record.currency ?? '').toUpperCase(),
    record.payment_method_kind ?? '',
    record.kind,
    record.state,
    t(record.isAsSaved ? 'sealed.yes' : 'sealed.no'),
    record.id,
    textOf(record.body) ?? '',
  ]);
  return csvText([columns.map((column) => t(`sealed.column.${column}`)), ...lines], format.locale);
}
