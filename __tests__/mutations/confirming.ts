import type { Mutation } from './mutation';

const sync = (name: string, title?: string) => ({
  file: `__tests__/sync/${name}.test.ts`,
  ...(title === undefined ? {} : { title }),
});

/** Mutations of the engine: confirming and pulling. */
export const confirmingMutations: readonly Mutation[] = [
  // Confirming
  {
    name: 'the position of a write is ignored',
    file: 'src/sync/confirmAcked.ts',
    from: "if (!page.isEnd || passed === 'not_yet' ||",
    to: 'if (!page.isEnd ||',
    check: sync('confirmByFeed'),
  },
  {
    name: 'the feed confirms by the number alone',
    file: 'src/sync/confirmAcked.ts',
    from: 'if (marked) return confirmedAs(marked.serverId);',
    to: "if (await getBundle(tx, scope, row.serverId ?? -1)) return 'confirmed';",
    check: sync('confirmRestored'),
  },
  {
    name: 'a list confirms by the number alone',
    file: 'src/sync/confirmAcked.ts',
    from: 'if (bundle === null || hasOtherMarker(bundle, row)) return false;',
    to: 'if (row.serverId !== null) return bundle !== null;',
    check: sync('confirmByList'),
  },
  {
    name: 'an unreadable bundle of another row confirms by its amount',
    file: 'src/sync/findByMarker.ts',
    from: 'like.filter(({ raw }) => !anyMarker.test(raw)).map(',
    to: 'like.map(',
    check: sync('confirmByList'),
  },
  {
    name: 'a list does not know a bundle by the changes of this phone',
    file: 'src/sync/confirmAcked.ts',
    from: "const updates = await listPending(tx, scope, ['bundle_update']);",
    to: 'const updates: OutboxRow[] = [];',
    check: sync('confirmByList'),
  },
  {
    name: 'a bundle with a change of this phone is shown beside it',
    file: 'src/db/outbox/pendingBundles.ts',
    from: 'for (const update of updatesOfCreated(row, written))',
    to: 'for (const update of updatesOfCreated(row, []))',
    check: { file: '__tests__/db/outbox/pendingBundles.test.ts' },
  },
  {
    name: 'a change is confirmed before its bundle',
    file: 'src/sync/confirmAcked.ts',
    from: 'if (numbered !== null) waiting.add(numbered);',
    to: '',
    check: sync('confirmByList'),
  },
  {
    name: 'what was saved during a question keeps the name of before',
    file: 'src/sync/confirmAcked.ts',
    from: 'await nameByNumber(row, isNumbered(finding) ? finding.serverId : row.serverId);',
    to: 'if (isNumbered(finding) && row.serverId === null) await nameByNumber(row, finding.serverId);',
    check: sync('confirmByList'),
  },
  {
    name: 'a page that was requested before the ack confirms',
    file: 'src/sync/confirmAcked.ts',
    from: '=> ackedAt !== null && ackedAt <= time;',
    to: '=> ackedAt !== null;',
    check: sync('confirmByFeed'),
  },
  {
    name: 'rows are confirmed after the transaction of the page',
    file: 'src/sync/pullChanges.ts',
    from: `      await confirmByFeed(tx, context, { ...page, isEnd: !more, begunAt });
      if (!more) await releaseHeld(tx, scope);
    });`,
    to: `      if (!more) await releaseHeld(tx, scope);
    }).then(() => store.write((tx) => confirmByFeed(tx, context, { ...page, isEnd: !more, begunAt })));`,
    check: sync('confirmByFeed'),
  },
  {
    name: 'what a restored service has lost is not sent again',
    file: 'src/sync/confirmAcked.ts',
    from: "return (row.kind === 'bundle_create' || hasOwnKey(row)) && !notesOf(row).wasSentAgain",
    to: 'return row.seq < 0',
    check: sync('confirmRestored'),
  },
  {
    name: 'a change from before a restore is sent again over a later one',
    file: 'src/sync/confirmAcked.ts',
    from: "if (await hasChange(tx, scope, { row, later }, feed)) return 'confirmed';",
    to: '',
    check: sync('confirmRestored'),
  },
  {
    name: 'a change from before a restore is sent again over a part of a later one',
    file: 'src/sync/confirmAcked.ts',
    from: 'notesOf(row).wasSentAgain || mayOverwrite({ row, later }, feed) ? vanished',
    to: 'notesOf(row).wasSentAgain ? vanished',
    check: sync('confirmRestored'),
  },
  {
    name: 'a change that a restored service has lost counts as replaced by another lost one',
    file: 'src/sync/shownChanges.ts',
    from: 'if (isOfFeed(other, feed) || (await hasChange(tx, scope, rest, feed))) stored.push(other);',
    to: 'if (rest.row.seq > 0 || isOfFeed(other, feed)) stored.push(other);',
    check: sync('confirmRestored'),
  },
  {
    name: 'a record that vanished from the list is confirmed',
    file: 'src/sync/confirmAcked.ts',
    from: "return isSettled && wasAckedBefore(row, begunAt) ? vanished : 'wait';",
    to: "return 'confirmed';",
    check: sync('confirmByList'),
  },

  {
    name: 'a change of a user that the list does not show is confirmed',
    file: 'src/sync/confirmAcked.ts',
    from: "if (!(await isUnchanged(tx, scope, row, later))) return 'confirmed';",
    to: "if (row.seq > 0) return 'confirmed';",
    check: sync('confirmByList'),
  },
  {
    name: 'the deletion of a team that the list shows is confirmed',
    file: 'src/sync/shownChanges.ts',
    from: "if (row.kind === 'team_delete') return (await getDownloadedTeam(tx, scope, id)) !== null;",
    to: "if (row.kind === 'team_delete') return false;",
    check: sync('confirmByList'),
  },
  {
    name: 'a changed profile does not store what the person saw',
    file: 'src/features/people/mutations.ts',
    from: 'base: seen,\n    who,\n  };\n}\n\n/** The outbox row of a changed role',
    to: 'who,\n  };\n}\n\n/** The outbox row of a changed role',
    check: sync('confirmByList'),
  },
  {
    name: 'a correction that the bundle does not show is confirmed',
    file: 'src/sync/confirmAcked.ts',
    from: "return isSettled && pulls >= maxPulls ? vanished : 'wait';",
    to: "return pulls >= maxPulls ? 'confirmed' : 'wait';",
    check: sync('confirmByList'),
  },
  {
    name: 'a later correction is confirmed before an earlier one',
    file: 'src/sync/confirmAcked.ts',
    from: '      if (waiting.has(row.entity)) continue;\n',
    to: '',
    check: sync('confirmByList'),
  },
  {
    name: 'the question about a vanished record stays although the service shows it',
    file: 'src/db/outbox/outbox.ts',
    from: `(state = 'acked' OR state = 'needs_person' AND problem ->> '$.question.kind' = 'vanished')`,
    to: `state = 'acked'`,
    check: sync('confirmByList'),
  },
  {
    name: 'a correction that was added twice is confirmed',
    file: 'src/sync/confirmAcked.ts',
    from: "return extra === 0 ? 'confirmed'",
    to: "return extra >= 0 ? 'confirmed'",
    check: sync('confirmByList'),
  },
  {
    name: 'an ack from before the clock was set back waits for its time to come again',
    file: 'src/sync/round.ts',
    from: '  await limitAckTimes(store, now);\n',
    to: '',
    check: sync('confirmByList'),
  },
  {
    name: 'a reading during which the clock was set back confirms',
    file: 'src/sync/confirmAcked.ts',
    from: '  if (begunAt > now) return;\n',
    to: '',
    check: sync('confirmByList'),
  },
  {
    name: 'what is sent to a record without a number does not wait for it',
    file: 'src/sync/deliver.ts',
    from: 'return (await isNumberExpected(store, scope, { entity, since }))',
    to: 'return (await isNumberExpected(store, scope, { entity, since: Infinity }))',
    check: sync('confirmByList'),
  },
  {
    name: 'a bundle with the number of a row hides it, whatever it contains',
    file: 'src/db/outbox/pendingBundles.ts',
    from: 'amount !== null && hadAmount(row, updates, amount)',
    to: 'amount !== null',
    check: { file: '__tests__/db/outbox/pendingBundles.test.ts' },
  },

  // Pulling
  {
    name: 'a wrong total makes every reading incomplete',
    file: 'src/sync/pullList.ts',
    from: 'const isComplete = isConsistent || (content !== null && content === next.contentBefore);',
    to: 'const isComplete = isConsistent;',
    check: sync('pull'),
  },
  {
    name: 'two engines continue one reading',
    file: 'src/sync/pullList.ts',
    from: "      if (current?.id !== reading.id || current.offset !== reading.offset) return { kind: 'changing' };\n",
    to: '',
    check: sync('pull', 'two engines'),
  },
  {
    name: 'the cursor is stored before its page',
    file: 'src/sync/pullChanges.ts',
    from: 'const writing = store.write(async (tx) => {',
    to: `await store.write((tx) => setCursor(tx, scope, changesCursor, next));
    const writing = store.write(async (tx) => {`,
    check: sync('feed'),
  },
  {
    name: 'an incomplete list deletes what it does not name',
    file: 'src/sync/pullList.ts',
    from: '      if (!isComplete) {\n',
    to: '      if (!isComplete) {\n        await removeUnlisted(tx, scope, list);\n',
    check: sync('pull'),
  },
  {
    name: 'ETags are kept when everything is downloaded again',
    file: 'src/db/scopes.ts',
    from: 'if (keepLocal) await tx.run("DELETE FROM facts WHERE scope_id = ? AND key LIKE \'etag:%\'", [scope.id]);',
    to: '',
    check: sync('pull'),
  },
  {
    name: 'a fetched contact is stored although the feed has moved',
    file: 'src/sync/fetchMissing.ts',
    from: 'if ((await readCursor(tx)) !== cursor) return false;',
    to: '',
    check: sync('feed'),
  },
];
