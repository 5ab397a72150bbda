import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { applyActions } from '@/db/actions';
import { applyContacts } from '@/db/contacts';
import { insertDayEntry } from '@/db/dayTotals';
import { getFact, setFact } from '@/db/facts';
import { spacesFact } from '@/db/knownSpaces';
import { dayOf } from '@/domain/day';
import { outboxStates, type OutboxState } from '@/domain/outbox';
import { applyTransition, enqueue } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { applyDonationPrices } from '@/db/prices';
import { applyTransactionSettings } from '@/db/settings';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { OutboxScreen } from '@/features/outbox/OutboxScreen';

import { watchRole } from '@/session/role';

import { capture } from '../../db/harness';
import { openField } from '../support/field';
import { createWrapper } from '../support/render';
import { createTestRuntime, saturday } from '../support/runtime';
import { dayEntry } from '../support/dayTotals';

const hour = 3_600_000;
const at = (hours: number) => new Date(saturday + hours * hour).toISOString();

async function withDay() {
  const test = await createTestRuntime();
  const { store, scope } = test;
  await store.write(async (tx) => {
    await applyActions(tx, scope, [
      {
        Action: { id: 1, name: 'North slope', start: at(-2), end: at(2), goal: 300, Users: [{ id: 1 }] },
        NbVisites: 186,
      },
      { Action: { id: 2, name: 'Next month', start: at(700), end: at(704), Users: [{ id: 1 }] } },
      { Action: { id: 3, name: 'Of others', start: at(-2), end: at(1) } },
    ]);
    await applyTeams(tx, scope, [
      {
        id: 1,
        name: 'Team Plateau',
        leaders: [{ id: 4, firstname: 'Amina', surname: 'Berger', phone: '0600000004' }],
        users: [{ id: 1 }],
      },
    ]);
    await applyUsers(tx, scope, [{ id: 1, firstname: 'Marc', surname: 'Dulac' }]);
    await applyTransactionSettings(tx, scope, { currency: 'eur' });
    await setFact(tx, scope, spacesFact, [{ id: scope.spaceId, name: 'Croix-Rousse', role: null }]);
    for (const [id, amount, paymentMethodKind] of [
      ['a', 8000, 'cash'],
      ['b', 6500, 'card'],
    ] as const) {
      const taken = {
        id,
        amount,
        paymentMethodKind,
        memberships: 1,
        savedAt: saturday,
        takenOn: dayOf(saturday),
      };
      await insertDayEntry(tx, scope, dayEntry(taken));
    }
  });
  return test;
}

describe('Home', () => {
  it('is headed by the name of the space and by no other word before it; what is read out is never empty', async () => {
    const { runtime } = await withDay();
    openField(runtime, '/');
    expect(screen.getByRole('heading', { name: 'Home' }).props.children).toBe('\u00a0');
    expect(await screen.findByRole('heading', { name: 'Croix-Rousse' })).toBeTruthy();
  });

  it('shows how far the first fetch is, and nothing of the kind later', async () => {
    const { runtime, fakes } = await withDay();
    const fetching = { kind: 'pulling', step: 'changes', done: 250, total: 1_000 } as const;
    fakes.setStatus({ lastPulledAt: null, phase: fetching });
    openField(runtime, '/');
    const bar = await screen.findByLabelText('First download: everything');
    expect(bar.props['aria-valuenow'] ?? bar.props.accessibilityValue?.now).toBe(25);
    act(() => fakes.setStatus({ lastPulledAt: saturday }));
    expect(screen.queryByLabelText('First download: everything')).toBeNull();
  });

  it('shows that there is no action only after the first download, and then the next one', async () => {
    const { runtime, fakes } = await createTestRuntime();
    fakes.setStatus({ lastPulledAt: null });
    openField(runtime, '/');
    await screen.findByText(/First download/);
    expect(screen.queryByText('Everything is sent')).toBeNull();
    expect(screen.queryByText('No action today')).toBeNull();
    act(() => fakes.setStatus({ lastPulledAt: saturday }));
    expect(await screen.findByText('No action today')).toBeTruthy();
    expect(screen.getByText('No action is planned yet.')).toBeTruthy();
  });

  it('leads those who plan through setting up a new space; a step disappears when it is done', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    await store.write(async (tx) => {
      await setFact(tx, scope, 'capabilities', ['actions_write', 'catalogue_write', 'contacts_import']);
      await applyUsers(tx, scope, [
        { id: scope.userId, role_data: { id: 1, name: 'Administrator', type: 'admin' } },
      ]);
    });
    runtime.role = (await watchRole(store, scope)).role;
    openField(runtime, '/');
    await screen.findByText('Set up your campaign');
    const steps = ['Add prices', 'Import contacts', 'Invite people', 'Plan an action'];
    const left = () => steps.filter((name) => screen.queryByText(name) !== null);
    expect(left()).toEqual(steps);
    expect(screen.queryByText('No action today')).toBeNull();
    await store.write(async (tx) => {
      await applyDonationPrices(tx, scope, [{ id: 1, amount: 500, currency: 'eur', name: 'Small' }]);
      await applyContacts(tx, scope, [{ id: 1, surname: 'Lee' }]);
    });
    await waitFor(() => expect(left()).toEqual(['Invite people', 'Plan an action']));
    await store.write((tx) => applyUsers(tx, scope, [{ id: 9, surname: 'Fox' }]));
    await waitFor(() => expect(left()).toEqual(['Plan an action']));
    await store.write((tx) =>
      applyActions(tx, scope, [{ Action: { id: 1, name: 'Doors', start: at(700) } }])
    );
    await waitFor(() => expect(screen.queryByText('Set up your campaign')).toBeNull());
  });

  it('shows the day: my action of today with its progress, my team, what was taken', async () => {
    const { runtime, fakes } = await withDay();
    openField(runtime, '/');
    await screen.findByText('North slope');
    expect(screen.getByText('Saturday 14 November')).toBeTruthy();
    expect(await screen.findByText('Croix-Rousse')).toBeTruthy();
    expect(screen.getByLabelText('186 of 300 visits')).toBeTruthy();
    expect(screen.queryByText('Next month')).toBeNull();
    expect(await screen.findByText('2 people · led by Amina Berger')).toBeTruthy();
    expect(await screen.findByText('€145.00')).toBeTruthy();
    expect(screen.getByText('€80.00')).toBeTruthy();
    fireEvent.press(screen.getByRole('button', { name: 'Call' }));
    expect(fakes.opened).toEqual(['tel:0600000004']);
  });

  it('shows what is only on this phone, how much, and what happens next; it opens the outbox', async () => {
    const { runtime, store, scope, fakes } = await withDay();
    fakes.setStatus({ isOnline: false });
    await store.write(async (tx) => {
      await enqueue(tx, scope, capture({ amount: 2000 }), saturday);
      await enqueue(tx, scope, capture({ amount: 4500 }), saturday);
    });
    openField(runtime, '/');
    fireEvent.press(await screen.findByText('2 on this phone · €65.00'));
    expect(await screen.findByText('The outbox')).toBeTruthy();
  });

  it('shows what needs a person first', async () => {
    const { runtime, store, scope } = await withDay();
    await store.write((tx) => enqueue(tx, scope, capture({ amount: 2000 }), saturday));
    const row = await store.write((tx) =>
      claimNext(tx, { scope, now: saturday, leaseMs: 60_000, owner: 'test' })
    );
    await store.write((tx) =>
      applyTransition(tx, {
        id: row?.id ?? '',
        from: 'sending',
        to: 'parked',
        owner: 'test',
        now: saturday,
        patch: {},
      })
    );
    openField(runtime, '/');
    expect(await screen.findByText('1 needs you · €20.00')).toBeTruthy();
  });

  it('counts each record in one pill of the outbox, and Home shows their sum', async () => {
    const { runtime, store, scope } = await withDay();
    const put = async (state: OutboxState) => {
      const row = capture({ amount: 1000 });
      await store.write((tx) => enqueue(tx, scope, row, saturday));
      await store.write((tx) => tx.run('UPDATE outbox SET state = ? WHERE id = ?', [state, row.id]));
    };
    for (const state of outboxStates) await put(state);
    openField(runtime, '/');
    expect(await screen.findByText('2 need you · 6 on this phone · €60.00')).toBeTruthy();
    screen.unmount();
    renderRouter({ outbox: OutboxScreen }, { initialUrl: '/outbox', wrapper: createWrapper(runtime) });
    for (const pill of ['2 need you · €20.00', 'Sign in to send 1 · €10.00', '1 checking · €10.00'])
      expect(await screen.findByText(pill)).toBeTruthy();
    expect(screen.getByText('2 to send · €20.00')).toBeTruthy();
    expect(screen.queryByText(/on this phone ·/)).toBeNull();
  });

  it('shows that everything is sent, and the time of the last response', async () => {
    const { runtime } = await withDay();
    openField(runtime, '/');
    expect(await screen.findByText('Everything is sent')).toBeTruthy();
  });

  it('says once that the person must sign in, and not that everything is sent', async () => {
    const { runtime, fakes } = await createTestRuntime();
    openField(runtime, '/');
    act(() => fakes.setStatus({ phase: { kind: 'signed_out' } }));
    expect(await screen.findByText(/^Sign in to send/)).toBeTruthy();
    expect(screen.queryByText('Everything is sent')).toBeNull();
  });

  it('says once that the person has left the space, without advice for a phone that records', async () => {
    const { runtime, fakes } = await createTestRuntime();
    runtime.session.ended = 'removed';
    fakes.persistence = 'may_be_evicted';
    openField(runtime, '/');
    act(() => fakes.setStatus({ phase: { kind: 'signed_out' } }));
    expect(await screen.findAllByText(/You are no longer in this space/)).toHaveLength(1);
    expect(screen.queryByText('New here?')).toBeNull();
    expect(screen.queryByText('This browser may delete your records')).toBeNull();
  });

  it('has the main button at the bottom', async () => {
    const { runtime } = await withDay();
    openField(runtime, '/');
    fireEvent.press(await screen.findByRole('button', { name: 'Record' }));
    expect(await screen.findByText('The form')).toBeTruthy();
  });
});

it('says once that the people of an action are not on this phone any more', async () => {
  const { runtime, store, scope } = await withDay();
  await store.write((tx) =>
    setFact(tx, scope, 'left_actions', [
      { name: 'Autumn doors', people: 400 },
      { name: 'Market', people: 12 },
    ])
  );
  openField(runtime, '/');
  const sentence =
    'Autumn doors and Market: 412 people are no longer on this phone, because the action has ended or you do not take part any more.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  fireEvent.press(screen.getByText('Close'));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(await getFact(store, scope, 'left_actions')).toBeNull();
});

describe('notes about this phone', () => {
  it('offer the help until it was opened, which is four pages', async () => {
    const { runtime, store } = await withDay();
    const opened = openField(runtime, '/');
    fireEvent.press(await screen.findByRole('button', { name: /^New here\?/ }));
    expect(opened.getPathname()).toBe('/help');
    await screen.findByText('Record at the door');
    // Taps at one place go through all pages: no other button comes there.
    const pressLowest = () => fireEvent.press(screen.getAllByRole('button').at(-1)!);
    pressLowest();
    await screen.findByText('Mark every door');
    pressLowest();
    await screen.findByText('Doorstep sends automatically');
    pressLowest();
    await screen.findByText('Correct a mistake');
    expect(await getFact(store, null, 'help_seen')).toBe(true);
    pressLowest();
    await waitFor(() => expect(opened.getPathname()).toBe('/'));
    await waitFor(() => expect(screen.queryByText('New here?')).toBeNull());
  });
});

it('shows another day once it begins, without what was taken the day before', async () => {
  const { runtime, fakes } = await withDay();
  openField(runtime, '/');
  expect(await screen.findByText('€145.00')).toBeTruthy();
  expect(screen.getByText('Saturday 14 November')).toBeTruthy();
  fakes.now += 24 * hour;
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText('Sunday 15 November')).toBeTruthy();
  expect(screen.queryByText('€145.00')).toBeNull();
});
