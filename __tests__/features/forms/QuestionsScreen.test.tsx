import { screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';
import { applyForms, getForm } from '@/db/forms';

import { press, type } from '../support/render';
import { openOrganiser, withSpace } from '../support/organiser';

const consent = {
  id: 5,
  label: 'Newsletter',
  type: 'consent',
  refvalues: [],
  archived: false,
  wording: 'Write to me.',
  version: 2,
  wordings: [
    { version: 1, wording: 'Write.', created_at: '2026-11-01T10:00:00Z' },
    { version: 2, wording: 'Write to me.', created_at: '2026-11-02T10:00:00Z' },
  ],
};

async function withQuestions(role: 'manager' | 'user') {
  const test = await withSpace(role);
  const { store, scope } = test;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', ['forms_write']);
    await applyForms(tx, scope, [consent, { id: 6, label: 'Old', type: 'text', archived: true }]);
  });
  return test;
}

it('shows the questions to managers, and offers nothing to others', async () => {
  const { runtime } = await withQuestions('manager');
  openOrganiser(runtime, '/catalogue');
  expect(await screen.findByText('Questions')).toBeTruthy();
  screen.unmount();
  openOrganiser(runtime, '/catalogue/questions');
  expect(await screen.findByText('Consent · Version 2')).toBeTruthy();
  expect(screen.getByText('No longer used')).toBeTruthy();
  screen.unmount();
  const volunteer = await withQuestions('user');
  openOrganiser(volunteer.runtime, '/catalogue/questions');
  expect(await screen.findByText('You cannot change questions')).toBeTruthy();
  screen.unmount();
  openOrganiser(volunteer.runtime, '/catalogue');
  expect(await screen.findByText('Settings for payments')).toBeTruthy();
  expect(screen.queryByText('Questions')).toBeNull();
});

it('adds a question with its choices, after saying what is missing', async () => {
  const { runtime } = await withQuestions('manager');
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push([call.endpoint, call.body]);
    return Promise.resolve({ kind: 'written', value: { id: 9, label: 'Which paper?' } as never });
  };
  openOrganiser(runtime, '/catalogue/question');
  await screen.findByLabelText('Question');
  await type('Question', 'Which paper?');
  await type('Choice 1', 'Echo');
  await press('button', 'Save');
  expect(screen.getByText('Type at least two choices.')).toBeTruthy();
  await type('Choice 2', 'Post');
  await press('button', 'Save');
  expect(sent).toEqual([
    [
      'createForm',
      {
        data: {
          label: 'Which paper?',
          type: 'choice',
          archived: false,
          refvalues: [
            { value: 'Echo', label: 'Echo', archived: false },
            { value: 'Post', label: 'Post', archived: false },
          ],
        },
      },
    ],
  ]);
});

it('changes a wording as it was read, shows the earlier ones, and the phone has the new version', async () => {
  const { runtime, store, scope } = await withQuestions('manager');
  runtime.online.read = () => Promise.resolve({ kind: 'read', value: consent as never, etag: '"1"' });
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push([call.endpoint, call.params, call.body, call.ifMatch]);
    return Promise.resolve({
      kind: 'written',
      value: { ...consent, wording: 'Write monthly.', version: 3 } as never,
    });
  };
  openOrganiser(runtime, '/catalogue/question?id=5');
  await screen.findByLabelText('Wording');
  expect(screen.getByText('Write.')).toBeTruthy();
  await type('Wording', 'Write monthly.');
  await press('button', 'Save');
  expect(sent).toEqual([['updateForm', { id: 5 }, { data: { wording: 'Write monthly.' } }, '"1"']]);
  expect((await getForm(store, scope, 5))?.version).toBe(3);
});

it('lets two people who changed the same choices decide', async () => {
  const { runtime, store, scope } = await withQuestions('manager');
  const echo = { id: 1, form_id: 7, value: 'Echo', label: 'Echo', archived: false };
  const post = { id: 2, form_id: 7, value: 'Post', label: 'Post', archived: false };
  const form = { id: 7, label: 'Which paper?', type: 'choice', refvalues: [echo, post], archived: false };
  await store.write((tx) => applyForms(tx, scope, [form]));
  const theirs = { ...form, refvalues: [echo, { ...post, label: 'Daily Post' }] };
  runtime.online.read = () => Promise.resolve({ kind: 'read', value: theirs as never, etag: '"2"' });
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push(call.body);
    return Promise.resolve({ kind: 'written', value: theirs as never });
  };
  openOrganiser(runtime, '/catalogue/question?id=7');
  await screen.findByLabelText('Choice 2');
  await type('Choice 2', 'Morning Post');
  await press('button', 'Save');
  await screen.findByText(/Echo and Daily Post/);
  await press('radio', /Morning Post/);
  await press('button', /Use these/);
  await press('button', 'Save');
  expect(sent).toMatchObject([{ data: { refvalues: [{ value: 'Echo' }, { label: 'Morning Post' }] } }]);
});
