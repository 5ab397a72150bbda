import { renderRouter, screen, waitFor } from 'expo-router/testing-library';

import { applyActions } from '@/db/actions';
import { listAnswers } from '@/db/answers';
import { applyContacts, listRecentPeople } from '@/db/contacts';
import { setFact } from '@/db/facts';
import { applyForms } from '@/db/forms';
import { listOutbox } from '@/db/outbox/outbox';
import { AskScreen } from '@/features/contacts/ask/AskScreen';
import { ContactScreen } from '@/features/contacts/ContactScreen';

import { createWrapper, press, type } from '../support/render';
import { createTestRuntime } from '../support/runtime';

const forms = [
  {
    id: 5,
    label: 'Newsletter',
    type: 'consent',
    wording: 'Write to me.',
    version: 2,
    wordings: [{ version: 2, wording: 'Write to me.', created_at: '2026-01-01T00:00:00Z' }],
  },
  { id: 6, label: 'How many at home?', type: 'number' },
  { id: 7, label: 'Not asked', type: 'text' },
  { id: 8, label: 'Old question', type: 'text', archived: true },
];

async function open(capabilities: string[], initialUrl: string) {
  const test = await createTestRuntime();
  const { store, scope, runtime } = test;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', capabilities);
    await applyContacts(tx, scope, [{ id: 90, firstname: 'Rosa', surname: 'Giraud' }]);
    await applyForms(tx, scope, forms);
    await applyActions(tx, scope, [
      { Action: { id: 1, name: 'Walk', Forms: [{ id: 5 }, { id: 6 }, { id: 8 }], Users: [], Teams: [] } },
    ]);
  });
  renderRouter(
    { 'contacts/[id]/index': ContactScreen, 'contacts/[id]/ask': AskScreen },
    { initialUrl, wrapper: createWrapper(runtime) }
  );
  return test;
}

it('asks the questions of the action, and saves the answers with the version of the wording', async () => {
  const { store, scope } = await open(['changes', 'answers'], '/contacts/90/ask?action=1');
  expect(await screen.findByText('Write to me.')).toBeTruthy();
  expect(screen.queryByLabelText('Not asked')).toBeNull();
  expect(screen.queryByLabelText('Old question')).toBeNull();
  await press('radio', 'Yes');
  await type('How many at home?', 'three');
  await press('button', 'Save');
  expect(screen.getByText('Type a number, like 3.')).toBeTruthy();
  expect(await listOutbox(store, scope)).toEqual([]);
  await type('How many at home?', '3');
  await press('button', 'Save');
  const [row] = await listOutbox(store, scope);
  expect(row?.kind).toBe('answers_create');
  expect(await listAnswers(store, scope, 90)).toMatchObject([
    {
      state: 'queued',
      answers: [
        { form_id: 5, data: '1', version: 2 },
        { form_id: 6, data: '3' },
      ],
    },
  ]);
});

it('is not offered where the service has no place for answers', async () => {
  await open(['changes'], '/contacts/90');
  expect(await screen.findByText('Rosa Giraud')).toBeTruthy();
  expect(await screen.findByText('Given so far')).toBeTruthy();
  expect(screen.queryByText('Ask questions')).toBeNull();
});

it('is offered on the page of a contact while an action runs that asks, and the page makes them a recent person', async () => {
  const { store, scope } = await open(['changes', 'answers'], '/contacts/90');
  expect(await screen.findByText('Ask questions')).toBeTruthy();
  await waitFor(async () => expect((await listRecentPeople(store, scope)).map(({ id }) => id)).toEqual([90]));
});
