import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';

import { applyContacts } from '@/db/contacts';
import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import { listOutbox } from '@/db/outbox/outbox';
import { indexDeferred } from '@/db/search/deferredIndex';
import { applyUsers } from '@/db/users';

import { contact } from '../../db/harness';
import { openField } from '../support/field';
import { createTestRuntime } from '../support/runtime';

const all = ['idempotency_key', 'changes', 'contacts_write'];

async function withContact({ role = 'manager', extensions = all } = {}) {
  const test = await createTestRuntime();
  await test.store.write(async (tx) => {
    await setFact(tx, test.scope, 'capabilities', extensions);
    await applyUsers(tx, test.scope, [{ id: 1, role_data: { id: 1, type: role } }]);
    await applyContacts(tx, test.scope, [
      contact(7, {
        firstname: 'Rosa',
        surname: 'Giraud',
        mail: 'rosa@example.org',
        black_list: false,
        address: { house_number: '8', street: 'Rue A', city: 'Lyon', latitude: '45', longitude: '4' },
      }),
    ]);
    await indexDeferred(tx, test.scope);
  });
  const sent = async () =>
    (await listOutbox(test.store, test.scope)).map(({ kind, body }) => ({
      kind,
      data: (JSON.parse(body) as { data: Record<string, unknown> }).data,
    }));
  return { ...test, sent };
}

const type = (label: string, text: string) => fireEvent.changeText(screen.getByLabelText(label), text);

it('adds a contact offline, shows who may be the same person, and lists it until it is sent', async () => {
  const { runtime, sent } = await withContact({ role: 'user' });
  openField(runtime, '/contacts');
  fireEvent.press(await screen.findByLabelText('Add a contact'));
  await screen.findByText('New contact');
  fireEvent.press(screen.getByText('Save'));
  expect(await screen.findByText('Enter a first name or a surname.')).toBeTruthy();
  type('First name', 'Rose');
  type('Surname', 'Girard');
  type('Mail', 'ROSA@example.org');
  expect(await screen.findByText('One contact may be the same person')).toBeTruthy();
  expect(screen.getByText('same mail address · Lyon')).toBeTruthy();
  fireEvent.press(screen.getByText('Save as a new contact'));
  expect(await screen.findByText('Rose Girard')).toBeTruthy();
  const [row] = await sent();
  expect(row?.kind).toBe('contact_create');
  expect(row?.data).toMatchObject({ firstname: 'Rose', surname: 'Girard', mail: 'ROSA@example.org' });
});

it('changes only what was changed, and a position does not follow somebody who moves', async () => {
  const { runtime, sent } = await withContact();
  openField(runtime, '/contacts/7');
  fireEvent.press(await screen.findByText('Edit'));
  await screen.findByText('Edit contact');
  type('Street', 'Rue B');
  fireEvent.press(screen.getByText('Save'));
  await waitFor(async () =>
    expect(await sent()).toEqual([
      { kind: 'contact_update', data: { address: { house_number: '8', street: 'Rue B', city: 'Lyon' } } },
    ])
  );
  expect((await screen.findAllByText('8 Rue B, Lyon')).length).toBeGreaterThan(0);
});

it('lets a volunteer change how somebody is reached, not the name, and opt them out', async () => {
  const { runtime, sent } = await withContact({ role: 'user' });
  openField(runtime, '/contacts/7/edit');
  await screen.findByText('Names and tags are changed by managers.');
  expect(screen.queryByLabelText('Surname')).toBeNull();
  act(() => screen.unmount());
  openField(runtime, '/contacts/7');
  fireEvent.press(await screen.findByText('Opt out'));
  await screen.findByText('Opt Rosa Giraud out?');
  fireEvent.press(screen.getAllByText('Opt out').at(-1)!);
  await screen.findByText('This person opted out. Do not call, text or mail.');
  expect(await sent()).toEqual([{ kind: 'contact_update', data: { black_list: true } }]);
  expect(screen.queryByText('Take the opt-out back')).toBeNull();
});

it('offers nothing where the service does not change contacts', async () => {
  const { runtime } = await withContact({ extensions: ['idempotency_key', 'changes'] });
  openField(runtime, '/contacts');
  await screen.findByText('Rosa Giraud');
  expect(screen.queryByLabelText('Add a contact')).toBeNull();
  act(() => screen.unmount());
  openField(runtime, '/contacts/7/edit');
  expect(await screen.findByText('This service does not change contacts')).toBeTruthy();
});

it('says that a full phone could not change an added contact', async () => {
  const { runtime, store } = await withContact();
  openField(runtime, '/contacts/new');
  await screen.findByLabelText('Surname');
  type('Surname', 'Girard');
  fireEvent.press(screen.getByText('Save'));
  fireEvent.press(await screen.findByText('Girard'));
  await screen.findByText('Edit contact');
  jest.spyOn(store, 'write').mockRejectedValue(new StoreError('full', 'no room'));
  fireEvent.press(screen.getByText('Save'));
  expect(await screen.findByText(/^This phone is out of storage\. Nothing changed/)).toBeTruthy();
  expect(screen.queryByText(/already/)).toBeNull();
});
