import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';

import type { BoardEntry } from '@/contract/board';
import { getFact, setFact } from '@/db/facts';
import { listRollCalls } from '@/db/rollCalls';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { checkInDigits, makeCheckInCode, type CheckInFacts } from '@/domain/checkInCode';
import type { ScannerProps } from '@/features/shared/runtime';
import { en } from '@/i18n/messages/en';
import { openPractice } from '@/runtime/practice';
import { watchRole } from '@/session/role';

import { emptyReport } from '../../../support/board';
import { inArabicDigits } from '../../../support/digits';
import { openMemoryEngine } from '../../../support/sqlite';
import { openField } from '../../support/field';
import { createTestRuntime, saturday } from '../../support/runtime';

const hour = 60 * 60_000;
const minute = 60_000;
const at = (time: number) => new Date(time).toISOString();
const amina = { id: 4, firstname: 'Amina', surname: 'Berger' };
const yann = { id: 6, firstname: 'Yann', surname: 'Oger' };
const me = { id: 1, firstname: 'Marc', surname: 'Dulac' };

const press = (name: string) => fireEvent.press(screen.getByRole('button', { name }));
const codeOf = (more: Partial<CheckInFacts> = {}) =>
  makeCheckInCode({ space: 10, team: 1, time: saturday - minute, ...more });
const linkOf = (more: Partial<CheckInFacts> = {}) => `https://one.example/check-in#${codeOf(more)}`;

/** Marc, in the team Plateau and in no other; `scan` shows a code to the camera. */
async function marc({ extensions = ['board'], leaders = [amina], users = [amina, me, yann] } = {}) {
  const test = await createTestRuntime();
  const { store, scope, runtime } = test;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', extensions);
    await applyUsers(tx, scope, [{ ...me, role_data: { id: 3, type: 'user' } }]);
    await applyTeams(tx, scope, [
      { id: 1, name: 'Plateau', leaders, users },
      { id: 2, name: 'Quays', leaders: [amina], users: [amina] },
    ]);
  });
  let onCode: ScannerProps['onCode'] | null = null;
  runtime.device.Scanner = function Camera(props: ScannerProps) {
    onCode = props.onCode;
    return null;
  };
  const { role } = await watchRole(store, scope);
  return {
    ...test,
    runtime: { ...runtime, role },
    scan: (code: string) => act(() => onCode?.(code)),
    readCheckIn: () => getFact(store, scope, 'check_in'),
  };
}

describe('a person', () => {
  it('scans the code of the leader, and is checked in once', async () => {
    const { runtime, scan, readCheckIn, fakes } = await marc();
    openField(runtime, '/');
    fireEvent.press(await screen.findByRole('button', { name: 'Check in' }));
    await screen.findByText(/^Scan the code on your leader’s phone/);
    scan(linkOf());
    expect(await screen.findByText('You are checked in: Plateau, 15:24')).toBeTruthy();
    expect(screen.getByText(/^Your leader sees it when/)).toBeTruthy();
    const saved = { teamId: 1, at: saturday, shownAt: saturday - minute };
    expect(await readCheckIn()).toEqual(saved);
    expect(fakes.sendNows).toBe(1);

    fakes.now += 5 * minute;
    press('Scan another code');
    scan(linkOf());
    await waitFor(() => expect(screen.queryByText(/^Scan the code/)).toBeNull());
    expect(await readCheckIn()).toEqual(saved);
    press('Scan another code');
    scan(linkOf({ time: fakes.now }));
    expect(await screen.findByText('You are checked in: Plateau, 15:29')).toBeTruthy();
  });

  it('types the digits without a camera, also those of an Arabic keyboard', async () => {
    const { runtime, readCheckIn } = await marc();
    runtime.device.Scanner = null;
    openField(runtime, '/teams/1');
    fireEvent.press(await screen.findByRole('button', { name: 'Check in' }));
    const field = await screen.findByLabelText('Digits on the other phone');
    fireEvent.changeText(field, '1234 5678');
    press('Use these digits');
    expect(await screen.findByText(/^These digits are mistyped/)).toBeTruthy();
    const digits = checkInDigits({ space: 10, team: 1, time: saturday - hour });
    fireEvent.changeText(field, inArabicDigits(digits));
    press('Use these digits');
    expect(await screen.findByText('You are checked in: Plateau, 15:24')).toBeTruthy();
    expect(await readCheckIn()).toMatchObject({ teamId: 1 });
  });

  it('opens the link with the camera of the phone', async () => {
    const { runtime, readCheckIn } = await marc();
    const opened = openField(runtime, `/check-in#${codeOf()}`);
    expect(await screen.findByText('You are checked in: Plateau, 15:24')).toBeTruthy();
    expect(await readCheckIn()).toMatchObject({ teamId: 1 });
    press('Close');
    await waitFor(() => expect(opened.getPathname()).toBe('/'));
  });

  it('reads why an opened link is refused', async () => {
    const { runtime, readCheckIn } = await marc();
    openField(runtime, `/check-in#${codeOf({ team: 2 })}`);
    expect(await screen.findByText(en.checkIn.refused.other_team)).toBeTruthy();
    expect(await readCheckIn()).toBeNull();
  });

  it('reads why a scanned code is refused, and scans again', async () => {
    const { runtime, scan, readCheckIn } = await marc();
    openField(runtime, '/check-in');
    await screen.findByText(/^Scan the code/);
    scan(linkOf({ time: saturday - 13 * hour }));
    expect(await screen.findByText(en.checkIn.refused.old)).toBeTruthy();
    expect(await readCheckIn()).toBeNull();
    scan(linkOf());
    expect(await screen.findByText('You are checked in: Plateau, 15:24')).toBeTruthy();
  });

  it('is no longer shown as here after 12 hours', async () => {
    const { runtime, store, scope } = await marc();
    const past = saturday - 12 * hour;
    await store.write((tx) => setFact(tx, scope, 'check_in', { teamId: 1, at: past, shownAt: past }));
    openField(runtime, '/check-in');
    expect(await screen.findByText(/^Scan the code/)).toBeTruthy();
    expect(screen.queryByText(/^You are checked in/)).toBeNull();
  });

  it('shows the page to the leader where the service has no board', async () => {
    const { runtime, scan } = await marc({ extensions: [] });
    openField(runtime, '/check-in');
    await screen.findByText(/^Scan the code/);
    scan(linkOf());
    expect(await screen.findByText(en.checkIn.showText)).toBeTruthy();
  });

  it('in no team reads what to do', async () => {
    const { runtime } = await marc({ users: [amina] });
    openField(runtime, '/check-in');
    expect(await screen.findByText('You are in no team yet')).toBeTruthy();
  });

  it('practises without codes', async () => {
    const { runtime } = await marc();
    const practice = await openPractice({
      real: runtime,
      engine: openMemoryEngine(),
      words: en.practice.words,
      leave: () => undefined,
    });
    openField(practice, `/check-in#${codeOf()}`);
    expect(await screen.findByText('A practice has no codes')).toBeTruthy();
    expect(screen.queryByText(/^You are checked in/)).toBeNull();
  });
});

describe('a leader', () => {
  const entryOf = (userId: number, teamId: number, time: number): BoardEntry => ({
    user_id: userId,
    device_id: 1,
    received_at: at(saturday),
    report: { ...emptyReport(at(saturday)), checked_in: { team_id: teamId, at: at(time) } },
  });
  const box = (name: string, checked: boolean) =>
    screen.findByRole('checkbox', { name: `${name} is here`, checked });

  it('shows the code, also without signal', async () => {
    const { runtime, fakes } = await marc({ leaders: [me] });
    fakes.setStatus({ isOnline: false });
    openField(runtime, '/teams/1/roll-call');
    fireEvent.press(await screen.findByRole('button', { name: 'Check-in code' }));
    expect(await screen.findByLabelText('Check-in code of Plateau')).toBeTruthy();
    const digits = checkInDigits({ space: 10, team: 1, time: saturday });
    expect(screen.getByText(digits.replace(/(.{4})(?=.)/g, '$1 '))).toBeTruthy();
    expect(screen.getByText(/^Valid until 15 Nov, 03:24\./)).toBeTruthy();
  });

  it('reads what to do where the service has no board', async () => {
    const { runtime } = await marc({ leaders: [me], extensions: [] });
    openField(runtime, '/teams/1/check-in-code');
    expect(await screen.findByText(en.checkIn.code.showText)).toBeTruthy();
  });

  it('alone shows it', async () => {
    const { runtime } = await marc();
    openField(runtime, '/teams/1/roll-call');
    await box('Yann Oger', false);
    expect(screen.queryByRole('button', { name: 'Check-in code' })).toBeNull();
    screen.unmount();
    openField(runtime, '/teams/1/check-in-code');
    expect(await screen.findByText('No check-in code for you here')).toBeTruthy();
  });

  it('sees who checked in at this team as here, unless they untick them afterwards', async () => {
    const { runtime, fakes, store, scope } = await marc({ leaders: [me] });
    fakes.online.getTeamBoard = {
      good: [entryOf(4, 1, saturday - 20 * minute), entryOf(6, 2, saturday - 10 * minute)],
      bad: [],
    };
    openField(runtime, '/teams/1/roll-call');
    await box('Amina Berger', true);
    expect(screen.getByText(/Here since 15:04/)).toBeTruthy();
    await box('Yann Oger', false);
    expect(screen.getByText('1 of 3 here')).toBeTruthy();
    fireEvent.press(await box('Amina Berger', true));
    await box('Amina Berger', false);
    screen.unmount();

    openField(runtime, '/teams/1/board');
    expect(await screen.findByText('0 of 3 here')).toBeTruthy();
    expect(screen.queryByText(/Here since/)).toBeNull();
    screen.unmount();

    // A later code is another check-in.
    fakes.now += 10 * minute;
    const again = { ...entryOf(4, 1, fakes.now - minute), received_at: at(fakes.now) };
    again.report.counted_at = at(fakes.now);
    fakes.online.getTeamBoard = { good: [again], bad: [] };
    openField(runtime, '/teams/1/board');
    expect(await screen.findByText(/Here since 15:33/)).toBeTruthy();
    expect(await listRollCalls(store, scope, 1)).toHaveLength(1);
  });

  it('without the right to see the board fetches none', async () => {
    const { runtime, fakes } = await marc();
    openField(runtime, '/teams/1/roll-call');
    await box('Yann Oger', false);
    expect(fakes.read).toEqual([]);
  });
});
