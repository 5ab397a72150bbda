import type { Mutation } from './mutation';

const file = 'src/runtime/practice.ts';
const check = { file: '__tests__/runtime/practice.test.ts' };

/** Mutations of the practice: its own database, and nothing that leaves the phone. */
export const practiceMutations: readonly Mutation[] = [
  {
    name: 'a practice writes among the records of the person',
    file,
    from: '    store,\n    scope,\n    now: real.now,',
    to: '    store: real.store,\n    scope: real.scope,\n    now: real.now,',
    check: { ...check, title: 'is saved in the practice alone' },
  },
  {
    name: 'a practice makes requests',
    file,
    from: 'online: { read: offline, write: offline },',
    to: 'online: real.online,',
    check: { ...check, title: 'makes no request' },
  },
  {
    name: 'a practice sends',
    file,
    from: 'sendNow: block,',
    to: 'sendNow: real.sync.sendNow,',
    check: { ...check, title: 'makes no request' },
  },
  {
    name: 'a practice shares',
    file,
    from: 'shareFile: blockSharing,',
    to: 'shareFile: real.device.shareFile,',
    check: { ...check, title: 'makes no request' },
  },
];
