import type { Mutation } from './mutation';

const check = { file: '__tests__/sync/buckets.test.ts' };
const heldContacts = { file: '__tests__/sync/heldContacts.test.ts' };

/** Mutations of what the phone holds: buckets of the feed, and what unsent records refer to. */
export const bucketMutations: readonly Mutation[] = [
  {
    name: 'leaving a bucket is ignored',
    file: 'src/sync/pullChanges.ts',
    from: 'for (const [bucket, leaving] of left) await leaveBucket(tx, scope, bucket, kind, leaving);',
    to: '',
    check,
  },
  {
    name: 'entering a bucket is lost',
    file: 'src/sync/pullChanges.ts',
    from: 'for (const [bucket, entering] of entered) await enterBucket(tx, scope, bucket, kind, entering);',
    to: '',
    check,
  },
  {
    name: 'a record leaves all buckets at once',
    file: 'src/db/pull/buckets.ts',
    from: "[bucket, ...(kind === 'contact' ? buckets.filter(isLookedUp) : [])]",
    to: 'buckets',
    check,
  },
  {
    name: 'a bucket that the caller does not have stays',
    file: 'src/db/pull/buckets.ts',
    from: '(bucket !== beforeRestart && (current?.includes(bucket) ?? true))',
    to: 'bucket !== beforeRestart',
    check,
  },
  {
    name: 'a restarted bucket keeps what it does not name',
    file: 'src/db/pull/buckets.ts',
    from: '(bucket !== beforeRestart && (current?.includes(bucket) ?? true))',
    to: 'current?.includes(bucket) !== false || bucket === beforeRestart',
    check,
  },
  {
    name: 'the restart of one bucket restarts all',
    file: 'src/sync/pullChanges.ts',
    from: "isFromStart ? 'all' : (page.restarted ?? [])",
    to: "isFromStart || page.restarted?.length ? 'all' : []",
    check,
  },
  {
    name: 'a restart deletes what the bucket contained before the end of the feed',
    file: 'src/sync/pullChanges.ts',
    from: 'else await endFeed(tx, context, page);',
    to: 'await endFeed(tx, context, page);',
    check,
  },
  {
    name: 'a dropped bucket takes the contact of an unsent record with it',
    file: 'src/db/pull/buckets.ts',
    from: "const referenced = kind === 'contact' ? await listReferenced(tx, scope) : new Set<number>();",
    to: 'const referenced = new Set<number>();',
    check: heldContacts,
  },
  {
    name: 'a contact stays for ever for an unsent record that has arrived',
    file: 'src/sync/pullChanges.ts',
    from: 'if (!more) await releaseHeld(tx, scope);',
    to: '',
    check: heldContacts,
  },
  {
    name: 'a contact that was looked up goes with the first dropped bucket',
    file: 'src/db/pull/buckets.ts',
    from: "if (earlier === undefined) await enterBucket(tx, scope, lookedUpOn(day), 'contact', [id]);",
    to: '',
    check: heldContacts,
  },
  {
    name: 'a phone of chosen actions downloads the givers of all gifts',
    file: 'src/db/ledger/bundles.ts',
    from: "if ((await getFact(tx, scope, 'held_actions')) !== null) return;",
    to: 'void getFact;',
    check: { file: '__tests__/sync/heldActions.test.ts', title: 'does not download the givers' },
  },
  {
    name: 'what something in between refuses costs a download of everything',
    file: 'src/sync/pullChanges.ts',
    from: "return isOurProblem(result.response.body) ? null : { kind: 'login_page' };",
    to: 'void isOurProblem;\n  return null;',
    check: { file: '__tests__/sync/feed.test.ts', title: 'costs no second download' },
  },
];
