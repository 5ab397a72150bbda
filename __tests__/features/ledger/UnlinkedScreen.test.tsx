import { fireEvent, screen, waitFor } from 'expo-router/testing-library';

import { applyContacts } from '@/db/contacts';
import { setFact } from '@/db/facts';
import { applyBundles } from '@/db/ledger/bundles';
import { addRecentPeople } from '@/db/recentPeople';
import { listOutbox } from '@/db/outbox/outbox';
import { indexDeferred } from '@/db/search/deferredIndex';
import { writeSupporter } from '@/domain/contacts/supporter';

import { openOrganiser, withSpace } from '../support/organiser';

const comment = writeSupporter(
  { name: 'Nora Blum', mail: 'nora@example.org', phone: '06 11 22 33 44' },
  'Ring'
);

async function withUnlinked(role: 'manager' | 'user' = 'manager') {
  const test = await withSpace(role);
  const { store, scope } = test;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', ['idempotency_key', 'changes', 'contacts_write']);
    await applyContacts(tx, scope, [
      { id: 91, firstname: 'Blum', surname: 'Nora' },
      { id: 92, firstname: 'Else', surname: 'Other', mobile: '+33 611 22 33 44' },
      { id: 93, firstname: 'Nora', surname: 'Klein' },
    ]);
    await indexDeferred(tx, scope);
    await applyBundles(tx, scope, [
      {
        id: 300,
        transactions: [{ id: 3000, amount: 2000, currency: 'eur', date: '2026-11-13T10:00:00Z', comment }],
        memberships: [],
        donations: [
          {
            id: 3001,
            amount: 2000,
            currency: 'eur',
            comment: writeSupporter({ name: 'Nora Blum', mail: 'nora@example.org', phone: '06 11 22 33 44' }),
          },
        ],
      },
    ]);
  });
  const corrections = async () =>
    (await listOutbox(store, scope)).map(
      ({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data
    );
  return { ...test, corrections };
}

it('shows the number on the ledger, suggests by phone and name, and links every item of the gift', async () => {
  const { runtime, corrections } = await withUnlinked();
  openOrganiser(runtime, '/ledger');
  fireEvent.press(await screen.findByText('One gift has no contact'));
  fireEvent.press(await screen.findByText('Nora Blum'));
  expect(await screen.findByText('same phone number')).toBeTruthy();
  expect(screen.getByText('same name')).toBeTruthy();
  expect(screen.queryByText('Nora Klein')).toBeNull();
  fireEvent.press(screen.getByText('Else Other'));
  await waitFor(async () =>
    expect(await corrections()).toEqual([
      {
        id: 300,
        transactions: [{ id: 3000, contact_id: 92 }],
        donations: [{ id: 3001, contact_id: 92 }],
      },
    ])
  );
  expect(await screen.findByText('Every gift has its contact')).toBeTruthy();
});

it('begins with people of a similar name, mail or phone, then with the recent ones', async () => {
  const { runtime, store, scope, corrections } = await withUnlinked();
  await store.write(async (tx) => {
    await applyContacts(tx, scope, [
      { id: 94, firstname: 'Norah', surname: 'Blum' },
      { id: 95, firstname: 'Eva', surname: 'Mailed', mail: 'nora@exemple.org' },
      { id: 96, firstname: 'Ben', surname: 'Called', phone: '06 11 22 33 45' },
      { id: 97, firstname: 'Rita', surname: 'Recent' },
    ]);
    await indexDeferred(tx, scope);
    await addRecentPeople(tx, scope, [97, 94]);
  });
  openOrganiser(runtime, '/ledger/unlinked');
  fireEvent.press(await screen.findByText('Nora Blum'));
  expect(await screen.findByText('Similar name, mail or phone')).toBeTruthy();
  const shown = (await screen.findAllByText(/^(Norah Blum|Eva Mailed|Ben Called|Rita Recent)$/)).map(
    ({ props }) => props.children as string
  );
  expect(shown.slice(0, 3).sort()).toEqual(['Ben Called', 'Eva Mailed', 'Norah Blum']);
  expect(shown.slice(3)).toEqual(['Rita Recent']);
  fireEvent.press(screen.getByText('Norah Blum'));
  await waitFor(async () =>
    expect(await corrections()).toMatchObject([{ transactions: [{ contact_id: 94 }] }])
  );
});

it('creates the contact and links the gift in one step, as one contact however often it is pressed', async () => {
  const { runtime, fakes, corrections } = await withUnlinked();
  openOrganiser(runtime, '/ledger/unlinked');
  fireEvent.press(await screen.findByText('Nora Blum'));
  fireEvent.press(await screen.findByText('Create a contact and link'));
  expect(await screen.findByText(/^A new contact needs signal/)).toBeTruthy();
  expect(await corrections()).toEqual([]);
  fakes.online.createContact = { id: 94, surname: 'Blum' };
  fireEvent.press(screen.getByText('Create a contact and link'));
  await waitFor(async () =>
    expect(await corrections()).toMatchObject([{ transactions: [{ contact_id: 94 }] }])
  );
  const bodies = fakes.written.map(({ body }) => body);
  expect(bodies.at(-1)).toMatchObject({
    data: { firstname: 'Nora', surname: 'Blum', mail: 'nora@example.org', mobile: '06 11 22 33 44' },
  });
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
});

it('is for managers', async () => {
  const { runtime } = await withUnlinked('user');
  openOrganiser(runtime, '/ledger');
  await screen.findAllByText('Rosa Giraud');
  expect(screen.queryByText('One gift has no contact')).toBeNull();
});
