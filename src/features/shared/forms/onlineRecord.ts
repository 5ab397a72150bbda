import { type AnswerOf, type EndpointName, type ParamsOf, type QueryOf } from '@/contract/endpoints';
import { type OnlineFailure } from '@/domain/online';
import { mergeRecord, type FieldConflict, type MergedFields } from '@/domain/merge';

import { type Runtime } from '../runtime';

export type OnlineResult<Value> =
  | { kind: 'saved'; value: Value }
  | { kind: 'conflict'; conflicts: FieldConflict[] }
  /** Fields that the service refused, by their names in the request. */
  | { kind: 'invalid'; fields: string[] }
  | { kind: 'second_step' }
  | { kind: OnlineFailure };

type Parts = Pick<Runtime, 'online' | 'newId'>;

interface NewRecord<Name extends EndpointName> {
  endpoint: Name;
  /** Created when the form opened: the same id is the same record, whatever was typed meanwhile. */
  id: string;
  body: unknown;
  /** Parses the response to an earlier try. */
  readStored: (stored: unknown) => AnswerOf<Name> | null;
}

export type CreateResult<Value> =
  | OnlineResult<Value>
  /** An earlier try has arrived with other content: the form continues as an edit of this record. */
  | { kind: 'exists'; value: Value };

/**
 * Creates a record of the office. The response to an earlier try may be lost, and the form changed since: the same key with
 * another body is refused, and a replacement of that key tells what is stored. Nothing is created twice.
 */
export async function createRecord<Name extends EndpointName>(
  { online }: Parts,
  { endpoint, id, body, readStored }: NewRecord<Name>
): Promise<CreateResult<AnswerOf<Name>>> {
  const first = await online.write({ endpoint, body, key: id });
  if (first.kind === 'written') return { kind: 'saved', value: first.value };
  if (first.kind !== 'key_reused') return resultOf(first);
  const second = await online.write({ endpoint, body, key: `${id}.again`, replaces: [id] });
  if (second.kind === 'written') return { kind: 'saved', value: second.value };
  const stored = second.kind === 'stored_before' ? readStored(second.stored) : null;
  return stored === null ? resultOf(second) : { kind: 'exists', value: stored };
}

/** The draft of a form that creates a record or changes one. */
interface RecordDraft {
  /** Created when the form opened. */
  id: string;
  /** The service's number and the fields that were seen; null for a new record. */
  number: number | null;
  seen: object | null;
}

interface SavedRecord<Fields, Value> {
  create: (id: string) => Promise<CreateResult<Value>>;
  edit: (number: number, base: Fields) => Promise<OnlineResult<Value>>;
  /** Number and fields of the record that an earlier try created; null if it cannot be told. */
  storedOf: (value: Value) => { number: number; fields: Fields } | null;
}

/**
 * Saves a form: as a new record, or as a change of the one that was seen. When an earlier try has arrived with other content,
 * the form becomes an edit of that record, and the change is sent.
 */
export async function saveRecord<Draft extends RecordDraft, Value>(
  form: { getNewest: () => Draft; change: (next: (before: Draft) => Draft) => void },
  { create, edit, storedOf }: SavedRecord<NonNullable<Draft['seen']>, Value>
): Promise<OnlineResult<Value>> {
  const { id, number, seen } = form.getNewest();
  if (number !== null && seen !== null) return edit(number, seen);
  const created = await create(id);
  if (created.kind !== 'exists') return created;
  const stored = storedOf(created.value);
  if (stored === null) return { kind: 'saved', value: created.value };
  form.change((draft) => ({ ...draft, number: stored.number, seen: stored.fields }));
  return edit(stored.number, stored.fields);
}

interface EditedRecord<Read extends EndpointName, Write extends EndpointName> {
  read: Read;
  write: Write;
  params?: ParamsOf<Write>;
  query?: QueryOf<Read>;
  /** What the person saw, and what they made of it. */
  base: MergedFields;
  mine: MergedFields;
  /** The same fields of the record that the service has; null without it. */
  fieldsOf: (value: AnswerOf<Read>) => MergedFields | null;
  /** Fields that hold references, merged by additions and removals. */
  lists?: readonly string[];
  bodyOf: (changes: Record<string, unknown>) => unknown;
}

/** How often an edit is merged when the record changes between read and write. */
const maxMerges = 3;

/**
 * Changes a record of the office: reads it, merges the change field by field and sends what differs, guarded by If-Match. A
 * repeat finds its own change and sends nothing.
 */
export async function editRecord<Read extends EndpointName, Write extends EndpointName>(
  { online, newId }: Parts,
  edit: EditedRecord<Read, Write>
): Promise<OnlineResult<AnswerOf<Read> | AnswerOf<Write>>> {
  for (let merges = 0; merges < maxMerges; merges += 1) {
    const current = await online.read({
      endpoint: edit.read,
      // A list has no parameters, one record has those of its change.
      params: edit.params as ParamsOf<Read>,
      query: edit.query,
    });
    if (current.kind !== 'read') return current;
    const theirs = edit.fieldsOf(current.value);
    if (theirs === null) return { kind: 'missing' };
    const merge = mergeRecord(edit.base, edit.mine, theirs, edit.lists);
    if (merge.kind === 'conflict') return merge;
    if (Object.keys(merge.changes).length === 0) return { kind: 'saved', value: current.value };
    const written = await online.write({
      endpoint: edit.write,
      params: edit.params,
      body: edit.bodyOf(merge.changes),
      key: newId(),
      ...(current.etag === null ? {} : { ifMatch: current.etag }),
    });
    if (written.kind === 'written') return { kind: 'saved', value: written.value };
    if (written.kind !== 'stale') return resultOf(written);
  }
  return { kind: 'not_now' };
}

type Unwritten = Exclude<Awaited<ReturnType<Runtime['online']['write']>>, { kind: 'written' }>;

function resultOf(result: Unwritten): Exclude<OnlineResult<never>, { kind: 'saved' | 'conflict' }> {
  switch (result.kind) {
    case 'invalid':
      return {
        kind: 'invalid',
        // body/data/action/users/0/id, or body/data/currency
        fields: result.errors.map(({ location }) =>
          location.replace(/^body\/data\/(action\/)?/, '').replace(/\/.*/, '')
        ),
      };
    case 'stale':
    case 'key_reused':
    case 'stored_before':
      return { kind: 'not_now' };
    case 'import_undone':
      return { kind: 'refused' };
    default:
      return { kind: result.kind };
  }
}
