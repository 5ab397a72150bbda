import { AppState } from 'react-native';
import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';

import type { BoardEntry } from '@/contract/board';
import { setFact } from '@/db/facts';
import { setRollCall } from '@/db/rollCalls';
import { applyTransactionSettings } from '@/db/settings';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { watchRole } from '@/session/role';

import { openField } from '../support/field';
import { createTestRuntime, saturday } from '../support/runtime';

const amina = { id: 4, firstname: 'Amina', surname: 'Berger', phone: '06 00 00 00 04' };
const yann = { id: 6, firstname: 'Yann', surname: 'Oger', phone: '06 00 00 00 06' };
const me = { id: 1, firstname: 'Marc', surname: 'Dulac' };
const minute = 60_000;
const at = (time: number) => new Date(time).toISOString();

const ofAmina: BoardEntry = {
  user_id: 4,
  device_id: 1,
  received_at: at(saturday - 3 * minute),
  report: {
    day: '2026-11-14',
    counted_at: at(saturday - 3 * minute),
    doors: 12,
    talks: 3,
    taken: [{ payment_method_kind: 'cash', currency: 'EUR', amount: 2_000, count: 1 }],
    unsent: { count: 2, oldest_at: at(saturday - 17 * minute), sums: [{ currency: 'EUR', amount: 2_000 }] },
    uncounted: [{ currency: 'EUR', amount: 2_000 }],
    kept: [{ currency: 'EUR', amount: 500 }],
  },
};

async function withTeam({
  extensions = ['board'],
  leaders = [me],
  users = [amina, me, yann],
  type = 'user',
} = {}) {
  const test = await createTestRuntime();
  await test.store.write(async (tx) => {
    await setFact(tx, test.scope, 'capabilities', extensions);
    await applyUsers(tx, test.scope, [{ ...me, role_data: { id: 3, type } }]);
    await applyTeams(tx, test.scope, [{ id: 1, name: 'Plateau', leaders, users }]);
  });
  test.fakes.online.getTeamBoard = { good: [ofAmina], bad: [] };
  const { role } = await watchRole(test.store, test.scope);
  return { ...test, runtime: { ...test.runtime, role } };
}

it('shows the counts of each person and their totals', async () => {
  const { runtime } = await withTeam();
  openField(runtime, '/teams/1/board');
  expect(await screen.findByText(/^Last contact 3 min ago Doors: 12 · Talks: 3/)).toBeTruthy();
  expect(screen.getByText(/Not sent yet: 2 · €20.00 · the oldest for 17 min/)).toBeTruthy();
  expect(screen.getByText(/Cash not handed over: €25.00/)).toBeTruthy();
  expect(screen.getByText('The team today')).toBeTruthy();
  expect(screen.getByText('Taken today, Cash')).toBeTruthy();
  expect(screen.getAllByText(/No report yet/)).toHaveLength(2);
  expect(screen.getByText('As of 15:24. Updates while this page is open.')).toBeTruthy();
});

it('shows only who is missing or has unsent records, and leads to taking cash', async () => {
  const { runtime } = await withTeam();
  const app = openField(runtime, '/teams/1/board');
  await screen.findByText(/Doors: 12/);
  fireEvent.press(screen.getByRole('radio', { name: 'Unsent 1' }));
  await waitFor(() => expect(screen.queryByText('Yann Oger')).toBeNull());
  expect(screen.getByText('Amina Berger')).toBeTruthy();
  // With the leader, so that who is here and who is missing add up to the team.
  fireEvent.press(screen.getByRole('radio', { name: 'Missing 2' }));
  expect(await screen.findByText('Yann Oger')).toBeTruthy();
  expect(screen.queryByText('Amina Berger')).toBeNull();
  fireEvent.press(screen.getByRole('button', { name: 'Take cash' }));
  await waitFor(() => expect(app.getPathname()).toBe('/shift/scan'));
});

it('texts who is missing: by the roll call, else who has not reported today', async () => {
  const { runtime, fakes, store, scope } = await withTeam();
  openField(runtime, '/teams/1/board');
  await screen.findByText(/Doors: 12/);
  fireEvent.press(screen.getByRole('button', { name: 'Text everyone missing' }));
  await waitFor(() => expect(fakes.opened).toEqual(['sms:0600000006']));
  const rollCall = { id: 'r', teamId: 1, startedAt: saturday, present: [{ userId: 6, at: saturday }] };
  await act(() => store.write((tx) => setRollCall(tx, scope, rollCall)));
  expect(await screen.findByText('1 of 3 here')).toBeTruthy();
  expect(screen.getByText(/^Here since 15:24 · No report yet/)).toBeTruthy();
  fireEvent.press(screen.getByRole('button', { name: 'Text everyone missing' }));
  await waitFor(() => expect(fakes.opened[1]).toBe('sms:0600000004'));
});

it('fetches again while it is open, and neither without signal nor when the app is hidden', async () => {
  jest.useFakeTimers();
  try {
    const { runtime, fakes } = await withTeam();
    openField(runtime, '/teams/1/board');
    await screen.findByText(/Doors: 12/);
    const fetched = () => fakes.read.filter(({ endpoint }) => endpoint === 'getTeamBoard').length;
    expect(fetched()).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(minute));
    expect(fetched()).toBeGreaterThanOrEqual(3);
    const { currentState } = AppState;
    Object.assign(AppState, { currentState: 'background' });
    // Another render reads it, as the event of the phone does.
    act(() => fakes.setStatus({ lastContactAt: 1 }));
    const visible = fetched();
    await act(() => jest.advanceTimersByTimeAsync(5 * minute));
    expect(fetched()).toBe(visible);
    Object.assign(AppState, { currentState });
    act(() => fakes.setStatus({ isOnline: false }));
    const before = fetched();
    fakes.now += 25 * minute;
    await act(() => jest.advanceTimersByTimeAsync(5 * minute));
    expect(fetched()).toBe(before);
    expect(screen.getByText('No signal. Last known 25 min ago.')).toBeTruthy();
    expect(screen.getByText(/Doors: 12/)).toBeTruthy();
  } finally {
    jest.useRealTimers();
  }
});

it('says that nobody has reported, that nothing is known, and that a team is empty', async () => {
  const { runtime, fakes } = await withTeam();
  fakes.online.getTeamBoard = { good: [], bad: [] };
  openField(runtime, '/teams/1/board');
  expect(await screen.findByText('Nobody has reported yet')).toBeTruthy();
  screen.unmount();

  const unknown = await withTeam();
  unknown.fakes.setStatus({ isOnline: false });
  openField(unknown.runtime, '/teams/1/board');
  expect(await screen.findByText(/^Nothing is known on this phone yet/)).toBeTruthy();
  screen.unmount();

  const empty = await withTeam({ leaders: [], users: [], type: 'manager' });
  empty.fakes.online.getTeamBoard = { good: [], bad: [] };
  openField(empty.runtime, '/teams/1/board');
  expect(await screen.findByText('Nobody in this team yet')).toBeTruthy();
});

it('is offered to leaders where the service has it', async () => {
  const led = await withTeam();
  openField(led.runtime, '/teams/1');
  fireEvent.press(await screen.findByRole('button', { name: 'Board' }));
  expect(await screen.findByText(/Doors: 12/)).toBeTruthy();
  screen.unmount();

  openField(led.runtime, '/');
  expect(await screen.findByRole('button', { name: 'Board' })).toBeTruthy();
  screen.unmount();

  const without = await withTeam({ extensions: [] });
  openField(without.runtime, '/teams/1');
  await screen.findByRole('button', { name: 'Roll call' });
  expect(screen.queryByRole('button', { name: 'Board' })).toBeNull();
  screen.unmount();
  openField(without.runtime, '/teams/1/board');
  expect(await screen.findByText('No board for you here')).toBeTruthy();
});

it('hides the cash from leaders where the space counts blind', async () => {
  const { runtime, store, scope } = await withTeam();
  await store.write((tx) =>
    applyTransactionSettings(tx, scope, {
      currency: 'EUR',
      additional_settings: { blind_count: true },
    })
  );
  openField(runtime, '/teams/1/board');
  await screen.findByText(/Doors: 12/);
  expect(screen.queryByText(/Cash not handed over/)).toBeNull();
});
