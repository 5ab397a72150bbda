import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';
import { useEffect } from 'react';

import { applyBundles } from '@/db/ledger/bundles';
import { applyContacts } from '@/db/contacts';
import { indexDeferred } from '@/db/search/deferredIndex';
import { setFact } from '@/db/facts';
import { applyForms } from '@/db/forms';
import { enqueue } from '@/db/outbox/outbox';
import { applyTransactionStatuses } from '@/db/statuses';
import { applyTeams } from '@/db/teams';
import { getContactToFetch } from '@/db/pull/contactsToFetch';
import { applyUsers } from '@/db/users';
import { type ScannerProps } from '@/features/shared/runtime';
import { watchRole } from '@/session/role';

import { capture, contact } from '../../db/harness';
import { openField } from '../support/field';
import { createTestRuntime, saturday } from '../support/runtime';

async function withContacts(count = 3) {
  const test = await createTestRuntime();
  await test.store.write(async (tx) => {
    await applyContacts(tx, test.scope, [
      contact(7, {
        firstname: 'Rosa',
        surname: 'Giraud',
        mail: 'rosa@example.org',
        mobile: '06 11 22 33 44',
        mobile_invalid: true,
        phone: '04 11 22 33 44',
        black_list: true,
        address: { house_number: '8', street: 'montée St-Sébastien', city: 'Lyon', floor: '2' },
        tags: [{ name: 'Flyers' }],
        formdatas: [{ id: 1, form_id: 1, form_ref_id: 11, date: '2024-05-01T10:00:00Z' }],
      }),
      contact(8, { firstname: 'Luc', surname: 'Armand', mobile: '06 55 66 77 88', black_list: false }),
      ...Array.from({ length: count }, (_, place) =>
        contact(100 + place, { firstname: 'Ana', surname: `Zed ${String(place).padStart(5, '0')}` })
      ),
    ]);
    await indexDeferred(tx, test.scope);
    await applyForms(tx, test.scope, [
      {
        id: 1,
        label: 'Newsletter by mail',
        type: 'consent',
        refvalues: [{ id: 11, form_id: 1, label: 'No', value: '0' }],
      },
    ]);
    await applyTransactionStatuses(tx, test.scope, [{ id: 1, name: 'Received', kind: 'valid' }]);
    await applyBundles(tx, test.scope, [
      {
        id: 5,
        transactions: [
          { id: 1, amount: 2500, currency: 'eur', contact_id: 7, date: '2025-03-01T10:00:00Z', status_id: 1 },
        ],
        donations: [{ id: 1, amount: 2500, currency: 'eur', contact_id: 7, date: '2025-03-01T10:00:00Z' }],
      },
    ]);
  });
  return test;
}

describe('the list of contacts', () => {
  it('starts with the first names of thousands, and reads one window of them', async () => {
    const { runtime, store } = await withContacts(1200);
    const read: string[] = [];
    const counted = {
      ...runtime,
      store: {
        ...store,
        all: <Row,>(sql: string, params?: readonly (string | number | null)[]) => {
          if (sql.includes('OFFSET')) read.push(JSON.stringify(params));
          return store.all<Row>(sql, params);
        },
      },
    };
    openField(counted, '/contacts');
    await screen.findByText('Luc Armand');
    expect(screen.getByText('1,202 on this phone · Up to date 15:23')).toBeTruthy();
    expect(read.length).toBeLessThanOrEqual(3);
  });

  it('begins with those that this phone added, which scroll with the others', async () => {
    const { runtime, store, scope } = await withContacts();
    await store.write(async (tx) => {
      for (let place = 0; place < 12; place += 1) {
        const id = `00000000-0000-4000-8000-0000000000${10 + place}`;
        const body = JSON.stringify({ data: { firstname: 'New', surname: `Person ${place}` } });
        const row = { id, kind: 'contact_create', entity: `contact:${id}`, body, bodyVersion: 1 } as const;
        await enqueue(tx, scope, row, saturday);
      }
    });
    openField(runtime, '/contacts');
    const isInList = (text: string) => {
      let above = screen.getByText(text).parent;
      while (above !== null && above.type !== ('RCTScrollView' as never)) above = above.parent;
      return above !== null;
    };
    await screen.findByText('New Person 0');
    expect(['New Person 0', 'New Person 11', 'Luc Armand'].map(isInList)).toEqual([true, true, true]);
    fireEvent.changeText(screen.getByLabelText('Search'), 'person 1');
    await waitFor(() => expect(screen.queryByText('New Person 0')).toBeNull());
    await screen.findByText('New Person 1');
    expect(['New Person 1', 'New Person 11'].map(isInList)).toEqual([true, true]);
  });

  it('opens a contact by the pill of the row too', async () => {
    const { runtime } = await withContacts();
    const opened = openField(runtime, '/contacts');
    fireEvent.press(await screen.findByText('Do not contact'));
    await waitFor(() => expect(opened.getPathname()).toBe('/contacts/7'));
  });

  it('is searched by words of name, phone and town while typing', async () => {
    const { runtime } = await withContacts();
    openField(runtime, '/contacts');
    await screen.findByText('Luc Armand');
    fireEvent.changeText(screen.getByLabelText('Search'), 'gir lyon');
    expect(await screen.findByText('Rosa Giraud')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Luc Armand')).toBeNull());
    expect(screen.getByText('Do not contact')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('Search'), '+33 6 55 66');
    expect(await screen.findByText('Luc Armand')).toBeTruthy();
  });

  it('finds a contact by number, and offers to look up one that is not on the phone', async () => {
    const { runtime } = await withContacts();
    openField(runtime, '/contacts');
    await screen.findByText('Luc Armand');
    fireEvent.changeText(screen.getByLabelText('Search'), '8');
    expect(await screen.findByText(/^No\. 8 /)).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('Search'), '48213');
    fireEvent.press(await screen.findByText('Look up No. 48213'));
    expect(await screen.findByText('No. 48213')).toBeTruthy();
  });
});

describe('a contact', () => {
  it('who opted out: shown first, call and mail are disabled, directions are not', async () => {
    const { runtime, fakes } = await withContacts();
    openField(runtime, '/contacts/7');
    await screen.findByText('This person opted out. Do not call, text or mail.');
    for (const name of ['Call', 'Text', 'Mail'])
      fireEvent.press(screen.getByRole('button', { name, disabled: true }));
    expect(fakes.opened).toEqual([]);
    fireEvent.press(screen.getByRole('button', { name: 'Directions' }));
    expect(fakes.opened).toEqual(['geo:0,0?q=8%20mont%C3%A9e%20St-S%C3%A9bastien%2C%20Lyon']);
  });

  it('shows gifts, answers and contact buttons, and marks a number that does not work', async () => {
    const { runtime } = await withContacts();
    openField(runtime, '/contacts/7');
    await screen.findByText('Newsletter by mail');
    expect(screen.getByText('No')).toBeTruthy();
    expect(await screen.findByText('Received: €25.00 · 1 donation')).toBeTruthy();
    expect(screen.getByLabelText('Given by year: 2025 €25.00')).toBeTruthy();
    expect(screen.getByText('Received')).toBeTruthy();
    expect(screen.getByText('Flyers')).toBeTruthy();
    expect(screen.getByText('Does not work')).toBeTruthy();
  });

  it('is called on the number that works', async () => {
    const { runtime, store, scope, fakes } = await withContacts();
    await store.write((tx) =>
      applyContacts(tx, scope, [
        contact(8, { mobile: '06 00', mobile_invalid: true, phone: '04 11 22 33 44', black_list: false }),
      ])
    );
    openField(runtime, '/contacts/8');
    fireEvent.press(await screen.findByRole('button', { name: 'Call' }));
    expect(fakes.opened).toEqual(['tel:0411223344']);
  });

  it('shows an unsent donation as on this phone', async () => {
    const { runtime, store, scope } = await withContacts();
    openField(runtime, '/contacts/7');
    await screen.findByText('Received: €25.00 · 1 donation');
    await store.write((tx) => enqueue(tx, scope, capture({ contactId: 7 }), saturday));
    expect(await screen.findByText('On this phone')).toBeTruthy();
  });
});

describe('a contact that is not on the phone', () => {
  it('without signal: shows so and queues the download', async () => {
    const { runtime, store, scope, fakes } = await withContacts();
    fakes.setStatus({ isOnline: false });
    openField(runtime, '/contacts/48213');
    expect(await screen.findByText('Not on this phone')).toBeTruthy();
    await waitFor(async () =>
      expect(await getContactToFetch(store, scope, 48213)).toEqual({ missingAt: null })
    );
    expect(fakes.fetched).toEqual([]);
  });

  it('is shown as soon as it is downloaded', async () => {
    const { runtime, store, scope, fakes } = await withContacts();
    fakes.setStatus({ isOnline: false });
    openField(runtime, '/contacts/48213');
    await screen.findByText('Not on this phone');
    fakes.fetchOutcome = 'stored';
    act(() => fakes.setStatus({ isOnline: true }));
    await screen.findByText('Looking up the contact');
    await waitFor(() => expect(fakes.fetched).toEqual([48213]));
    await store.write((tx) =>
      applyContacts(tx, scope, [contact(48213, { firstname: 'Yann', surname: 'Oger' })])
    );
    expect(await screen.findByText('Yann Oger')).toBeTruthy();
  });

  it.each([
    ['missing', 'This contact is not here for you'],
    ['refused', 'You cannot see this contact'],
  ] as const)('with the answer %s says %s', async (answer, words) => {
    const { runtime, fakes } = await withContacts();
    fakes.fetchOutcome = answer;
    openField(runtime, '/contacts/48213');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('and is no number sends no request', async () => {
    const { runtime, fakes } = await withContacts();
    openField(runtime, '/contacts/rosa');
    expect(await screen.findByText('This is not a contact number')).toBeTruthy();
    expect(fakes.fetched).toEqual([]);
  });
});

it('an empty space offers managers to import contacts', async () => {
  const { runtime, store, scope } = await createTestRuntime();
  await store.write(async (tx) => {
    await applyUsers(tx, scope, [{ id: scope.userId, role_data: { id: 1, name: 'Role', type: 'manager' } }]);
    await setFact(tx, scope, 'capabilities', ['contacts_import', 'contacts_write']);
  });
  runtime.role = (await watchRole(store, scope)).role;
  openField(runtime, '/contacts');
  await screen.findByText('Import them from a spreadsheet, or add the first one.');
  expect(screen.getAllByRole('button', { name: 'Add a contact' })).toHaveLength(2);
  fireEvent.press(screen.getAllByRole('button', { name: 'Import contacts' })[1]!);
  expect(await screen.findByText('Download a template')).toBeTruthy();
});

describe('searching everyone', () => {
  /** A phone that holds the people of one action. */
  async function withOneAction({
    extensions = ['look_up', 'changes'],
    role = 'manager',
  }: { extensions?: string[]; role?: string } = {}) {
    const test = await withContacts();
    const { store, scope, runtime } = test;
    await store.write(async (tx) => {
      await applyUsers(tx, scope, [{ id: scope.userId, role_data: { id: 1, name: 'Role', type: role } }]);
      await setFact(tx, scope, 'capabilities', extensions);
      const all = role === 'manager' ? ['all'] : [];
      await setFact(tx, scope, 'buckets', [...all, 'space', 'user:1', 'action:1']);
    });
    runtime.role = (await watchRole(store, scope)).role;
    openField(test.runtime, '/contacts');
    await screen.findByText('Luc Armand');
    return test;
  }
  const type = (text: string) => fireEvent.changeText(screen.getByLabelText('Search'), text);

  it('shows who is not on this phone, and opening one fetches the contact', async () => {
    const { fakes } = await withOneAction();
    fakes.online.searchEveryone = {
      good: [
        { id: 7, firstname: 'Rosa', surname: 'Giraud' },
        { id: 900, surname: 'Giraudon', city: 'Nantes' },
      ],
      bad: [],
    };
    fakes.online.lookUpContact = contact(900, { surname: 'Giraudon' });
    type('giraud');
    expect(await screen.findByText('Rosa Giraud')).toBeTruthy();
    fireEvent.press(screen.getByText('Search everyone'));
    const other = await screen.findByText(/Giraudon/);
    expect(screen.getByText('Not on this phone')).toBeTruthy();
    expect(screen.getAllByText('Rosa Giraud')).toHaveLength(1);
    expect(fakes.read).toEqual([{ endpoint: 'searchEveryone', query: { q: 'giraud', limit: 50 } }]);
    fireEvent.press(other);
    await waitFor(() =>
      expect(fakes.written).toEqual([{ endpoint: 'lookUpContact', params: { id: 900 }, body: { data: {} } }])
    );
    await waitFor(() => expect(fakes.fetched).toEqual([900]));
  });

  it.each([
    [['space', 'user:1', 'action:1'], 'Only what you recorded.'],
    [['space', 'user:1', 'gifts:1'], 'Only what your teams recorded.'],
    [['space', 'all'], null],
  ] as const)('says whose gifts the page of a person shows, with %j', async (buckets, sentence) => {
    const { store, scope, runtime } = await withContacts();
    await store.write((tx) => setFact(tx, scope, 'buckets', [...buckets]));
    openField(runtime, '/contacts/7');
    expect(await screen.findByText('Given so far')).toBeTruthy();
    await screen.findByText('Details');
    if (sentence === null) expect(screen.queryByText(/^Only what/)).toBeNull();
    else expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('says when the service may have more than it shows', async () => {
    const { fakes } = await withOneAction();
    const good = Array.from({ length: 50 }, (_, index) => ({
      id: 900 + index,
      surname: `Giraudon ${index}`,
    }));
    fakes.online.searchEveryone = { good, bad: [] };
    type('giraud');
    fireEvent.press(await screen.findByText('Search everyone'));
    expect(await screen.findByText(/^The first 50 are shown/)).toBeTruthy();
  });

  it('tells nobody from not on this phone, and another text is another search', async () => {
    const { fakes } = await withOneAction();
    fakes.online.searchEveryone = { good: [], bad: [] };
    type('xylophone');
    fireEvent.press(
      await screen.findByText('No contact on this phone matches. The person may still be on the service.')
    );
    expect(await screen.findByText('Nobody found')).toBeTruthy();
    expect(screen.getByText(/^The service has no other contact with these words/)).toBeTruthy();
    type('xylophon');
    expect(await screen.findByText('Search everyone')).toBeTruthy();
  });

  it('without signal only this phone is searched', async () => {
    const { fakes } = await withOneAction();
    act(() => fakes.setStatus({ isOnline: false }));
    type('xylophone');
    expect(await screen.findByText('Only this phone was searched')).toBeTruthy();
    expect(screen.queryByText('Search everyone')).toBeNull();
  });

  it('is offered to those who lead a team, and to no other volunteer', async () => {
    const { store, scope, fakes } = await withOneAction({ role: 'user' });
    fakes.online.searchEveryone = { good: [], bad: [] };
    type('xylophone');
    expect(await screen.findByText('No contact on this phone matches')).toBeTruthy();
    expect(screen.queryByText('Search everyone')).toBeNull();
    await act(() =>
      store.write((tx) => applyTeams(tx, scope, [{ id: 3, name: 'Led', leaders: [{ id: scope.userId }] }]))
    );
    // Leaders find by name and town alone.
    fireEvent.press(await screen.findByText('Search everyone'));
    expect(await screen.findByText(/^Nobody else in the space has this name or town/)).toBeTruthy();
    type('Luc');
    expect(await screen.findByText(/^Searches the names and towns/)).toBeTruthy();
  });

  it('is not offered where everyone is on this phone, or the service cannot search', async () => {
    const { store, scope } = await withOneAction({ extensions: ['changes'] });
    type('xylophone');
    expect(await screen.findByText('No contact on this phone matches')).toBeTruthy();
    await act(async () => {
      await store.write(async (tx) => {
        await setFact(tx, scope, 'capabilities', ['look_up', 'changes']);
        await setFact(tx, scope, 'buckets', ['space', 'all', 'contacts']);
      });
    });
    type('xylophon');
    expect(await screen.findByText('No contact on this phone matches')).toBeTruthy();
    expect(screen.queryByText('Search everyone')).toBeNull();
  });
});

it('scans again after the camera was refused once', async () => {
  const { runtime } = await withContacts();
  let turns = 0;
  runtime.device.Scanner = function Camera({ onRefused }: ScannerProps) {
    useEffect(() => {
      turns += 1;
      if (turns === 1) onRefused();
    }, [onRefused]);
    return null;
  };
  openField(runtime, '/contacts');
  fireEvent.press(await screen.findByRole('button', { name: 'Scan a code' }));
  expect(await screen.findByText(/^Doorstep may not use the camera/)).toBeTruthy();
  fireEvent.press(screen.getByRole('button', { name: 'Close' }));
  fireEvent.press(screen.getByRole('button', { name: 'Scan a code' }));
  expect(await screen.findByText('Hold the QR code or barcode in front of the camera.')).toBeTruthy();
});
