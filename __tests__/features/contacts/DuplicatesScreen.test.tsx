import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';
import { router } from 'expo-router';

import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import { applyUsers } from '@/db/users';
import { type Runtime } from '@/features/shared/runtime';
import { watchRole } from '@/session/role';

import { openField } from '../support/field';
import { createTestRuntime } from '../support/runtime';

const at = '2026-11-13T10:00:00.000Z';
const one = {
  id: 3,
  firstname: 'Ada',
  surname: 'Lee',
  mail: 'old@example.org',
  address: { house_number: '8', street: 'Quai' },
  updated_at: at,
};
const other = {
  ...one,
  id: 8,
  mail: 'new@example.org',
  mobile: '0611223344',
  black_list: true,
  updated_at: '2026-11-14T10:00:00.000Z',
};

async function withRole(type: string, capabilities = ['changes', 'contacts_write', 'contacts_merge']) {
  const test = await createTestRuntime();
  const { store, scope, fakes } = test;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', capabilities);
    await applyUsers(tx, scope, [{ id: 1, role_data: { id: 1, type } }]);
  });
  test.runtime.role = (await watchRole(store, scope)).role;
  fakes.online.listDuplicates = { good: [{ one, other, likeness: ['address'] }], bad: [], total: 1 };
  return test;
}

/** The service has both contacts. */
function withBoth(runtime: Runtime): void {
  const { read } = runtime.online;
  runtime.online.read = (call) =>
    call.endpoint === 'getContact'
      ? Promise.resolve({
          kind: 'read',
          value: Reflect.get(Object(call.params), 'id') === 3 ? one : other,
          etag: null,
        } as never)
      : read(call);
}

it('leads from the number on Contacts to the pair, and merges it field by field', async () => {
  const { runtime, fakes } = await withRole('manager');
  withBoth(runtime);
  openField(runtime, '/contacts');
  fireEvent.press(await screen.findByText('One possible duplicate'));
  expect(await screen.findByText('same name and address')).toBeTruthy();
  fireEvent.press(screen.getByText('\u2068Ada Lee (No. 3)\u2069\n\u2068Ada Lee (No. 8)\u2069'));
  // The value of the contact that stays is chosen, or the only one.
  expect(await screen.findByRole('radio', { name: 'old@example.org No. 3', checked: true })).toBeTruthy();
  expect(screen.getByRole('radio', { name: '0611223344 No. 8', checked: true })).toBeTruthy();
  expect(screen.getByText('The same in both')).toBeTruthy();
  fireEvent.press(screen.getByRole('radio', { name: 'new@example.org No. 8' }));
  fireEvent.press(screen.getByText('Merge'));
  expect(await screen.findByText('Merge No. 8 into No. 3?')).toBeTruthy();
  fakes.online.mergeContact = { ...one, mail: 'new@example.org' };
  fireEvent.press(screen.getAllByText('Merge').at(-1)!);
  await waitFor(() => expect(fakes.written).toHaveLength(1));
  expect(fakes.written[0]).toMatchObject({
    endpoint: 'mergeContact',
    params: { id: 3 },
    body: { data: { merged_id: 8, take: ['mail', 'mobile'], seen: { stays: at, leaves: other.updated_at } } },
  });
  expect(await screen.findByText('Merged')).toBeTruthy();
});

it('lets the other number stay, and says when somebody else was faster', async () => {
  const { runtime } = await withRole('manager');
  withBoth(runtime);
  openField(runtime, '/contacts/merge?one=3&other=8');
  fireEvent.press((await screen.findAllByRole('radio', { name: /^No\. 8/ }))[0]!);
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push(call);
    return Promise.resolve({ kind: 'stale' });
  };
  fireEvent.press(screen.getByText('Merge'));
  expect(await screen.findByText('Merge No. 3 into No. 8?')).toBeTruthy();
  fireEvent.press(screen.getAllByText('Merge').at(-1)!);
  expect(
    await screen.findByText('One of them was changed or merged meanwhile. Compare them again.')
  ).toBeTruthy();
  expect(sent).toMatchObject([{ params: { id: 8 }, body: { data: { merged_id: 3 } } }]);
});

it('stores that two contacts are two people', async () => {
  const { runtime, fakes } = await withRole('manager');
  withBoth(runtime);
  fakes.online.markContactsAsDifferent = { one: 3, other: 8 };
  openField(runtime, '/contacts/merge?one=3&other=8');
  fireEvent.press(await screen.findByText('Not the same person'));
  expect(await screen.findByText('They are not shown again')).toBeTruthy();
  expect(fakes.written.at(-1)).toMatchObject({ body: { data: { one: 3, other: 8 } } });
});

it('leads to the contact that stayed, once both are one', async () => {
  const { runtime, fakes } = await withRole('manager');
  fakes.online.getContact = one;
  openField(runtime, '/contacts/merge?one=3&other=8');
  expect(await screen.findByText('These are one contact: No. 3')).toBeTruthy();
});

it('is for managers, and not offered by a service without it', async () => {
  const { runtime } = await withRole('user');
  openField(runtime, '/contacts/duplicates');
  expect(await screen.findByText('Managers merge contacts.')).toBeTruthy();
  const plain = await withRole('manager', ['changes']);
  openField(plain.runtime, '/contacts/duplicates');
  expect(await screen.findByText('This service does not change contacts')).toBeTruthy();
});

it('shows as many pairs as before after one of them was compared, as the service has them then', async () => {
  const { runtime, fakes } = await withRole('manager');
  withBoth(runtime);
  const pairs = Array.from({ length: 60 }, (_, place) => ({
    one: { ...one, id: 100 + place },
    other: { ...other, id: 200 + place },
    likeness: ['address' as const],
  }));
  fakes.online.listDuplicates = { good: pairs, bad: [], total: 120 };
  openField(runtime, '/contacts/duplicates');
  fireEvent.press(await screen.findByText('Show more'));
  const limits = () =>
    fakes.read.flatMap(({ endpoint, query }) =>
      endpoint === 'listDuplicates' ? [Reflect.get(Object(query), 'limit')] : []
    );
  await waitFor(() => expect(limits()).toEqual([50, 100]));
  act(() => router.push('/contacts/merge?one=3&other=8'));
  await screen.findAllByRole('radio', { name: /^No\. 8/ });
  act(() => router.back());
  await waitFor(() => expect(limits()).toEqual([50, 100, 100]));
});

it('says that a contact is merged also where the phone cannot store it', async () => {
  const { runtime, store, fakes } = await withRole('manager');
  withBoth(runtime);
  openField(runtime, '/contacts/merge?one=3&other=8');
  await screen.findAllByRole('radio', { name: /^No\. 8/ });
  fireEvent.press(screen.getByText('Merge'));
  await screen.findByText('Merge No. 8 into No. 3?');
  fakes.online.mergeContact = one;
  jest.spyOn(store, 'write').mockRejectedValueOnce(new StoreError('full', 'no room'));
  fireEvent.press(screen.getAllByText('Merge').at(-1)!);
  expect(await screen.findByText('Merged')).toBeTruthy();
});
