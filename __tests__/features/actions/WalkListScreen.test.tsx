import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';
import { router } from 'expo-router';
import { ScrollView } from 'react-native';

import { applyActions } from '@/db/actions';
import { applyContacts, listRecentPeople } from '@/db/contacts';
import { getDraft } from '@/db/drafts';
import { setFact } from '@/db/facts';
import { holdRows } from '@/db/outbox/heldRows';
import { listOutbox } from '@/db/outbox/outbox';
import { applyVisits } from '@/db/visits';
import { type VisitCreate } from '@/contract/visit';
import { readAddress } from '@/domain/address';
import { dayOf } from '@/domain/day';
import { doorKey } from '@/domain/visit';
import { markDoors } from '@/features/actions/mutations';

import { openField } from '../support/field';
import { press, settle, type } from '../support/render';
import { createTestRuntime } from '../support/runtime';

const street = 'rue d’Ivry';
const city = 'Lyon';

async function withDoors() {
  const test = await createTestRuntime();
  const Addresses = [
    { housenumber: 10, street, city },
    { housenumber: 2, street, city, infos: 'Gate code 14A' },
    { housenumber: 6, street, city, floor: 1 },
    { housenumber: 6, street, city, floor: 2 },
    { housenumber: 3, street, city },
  ];
  await test.store.write(async (tx) => {
    await applyActions(tx, test.scope, [
      { Action: { id: 1, name: 'North slope', goal: 300, Addresses }, NbVisites: 186 },
    ]);
    await applyContacts(tx, test.scope, [
      { id: 90, firstname: 'Rosa', surname: 'Marchand', address: { house_number: '2', street, city } },
      { id: 91, firstname: 'Ines', surname: 'Roy', address: { house_number: '6', street, city, floor: '2' } },
    ]);
  });
  const saved = async () =>
    (await listOutbox(test.store, test.scope)).map(
      ({ body }) => (JSON.parse(body) as { data: VisitCreate }).data
    );
  return { ...test, saved };
}

const openDoor = () => screen.getByRole('button', { expanded: true });
/** The button of a dialog comes after the one that opened it. */
async function pressLast(name: string): Promise<void> {
  fireEvent.press(screen.getAllByRole('button', { name }).at(-1)!);
  await settle();
}
const texts = (pattern: RegExp) => screen.queryAllByText(pattern).length;

describe('the walk list', () => {
  it('shows the doors along a side of the street, who lives there, and which are left', async () => {
    const { runtime } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    expect(screen.getByText('North slope · 5 of 5 doors left')).toBeTruthy();
    expect(screen.getByText('rue d’Ivry · Even side')).toBeTruthy();
    expect(screen.getByText('Gate code 14A')).toBeTruthy();
    // Ines lives on the second floor, so not at the door of the first.
    expect(texts(/^Ines Roy$/)).toBe(1);
  });

  it('marks a door with one tap, goes on to the next, and takes it back', async () => {
    const { runtime, store, scope, saved } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await type('Note', 'Dog');
    await press('button', 'Nobody in');
    expect(await saved()).toMatchObject([
      { action_id: 1, outcome: 'nobody_in', note: 'Dog', address: { house_number: '2', street, city } },
    ]);
    expect(openDoor()).toHaveTextContent(/^6Floor 1/);
    // Who lives at the marked door is offered first when a gift is recorded.
    expect((await listRecentPeople(store, scope)).map(({ id }) => id)).toEqual([90]);
    await type('Note', 'Cat');
    await press('button', 'Talked');
    expect(await screen.findByText('North slope · 4 of 5 doors left')).toBeTruthy();
    expect(openDoor()).not.toHaveTextContent(/^6Floor 1/);
    await press('button', 'Undo');
    const [, talked, undone] = await saved();
    expect(undone).toMatchObject({ outcome: 'undone', undoes: talked?.uuid });
    expect(await screen.findByText('North slope · 5 of 5 doors left')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    // The mark that was meant goes to the same door, with the same note.
    expect(openDoor()).toHaveTextContent(/^6Floor 1/);
    expect(screen.getByLabelText('Note').props.value).toBe('Cat');
  });

  it('goes on where the walk was left: at the first door that nobody visited today', async () => {
    const { runtime, saved } = await withDoors();
    const first = openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await press('button', 'Nobody in');
    await waitFor(async () => expect(await saved()).toHaveLength(1));
    first.unmount();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('North slope · 5 of 5 doors left');
    expect(openDoor()).toHaveTextContent(/^6Floor 1/);
  });

  it('starts where the walk was left also far down the list', async () => {
    const { runtime, store, scope } = await withDoors();
    const Addresses = Array.from({ length: 120 }, (_, index) => ({
      housenumber: 2 * index + 2,
      street,
      city,
    }));
    const doors = Addresses.slice(0, 80).map(readAddress);
    await store.write((tx) => applyActions(tx, scope, [{ Action: { id: 1, name: 'Long', Addresses } }]));
    await markDoors(runtime, { actionId: 1, doors, outcome: 'nobody_in' });
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Long · 120 of 120 doors left');
    await waitFor(() => expect(openDoor()).toHaveTextContent(/^162/));
  });

  it('keeps the open door at its place of the screen when the next one opens', async () => {
    const { runtime } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    const scrolls: unknown[] = [];
    for (const { instance } of screen.UNSAFE_getAllByType(ScrollView))
      instance.scrollTo = (to: unknown) => scrolls.push(to);
    await press('button', 'Nobody in');
    // Rows of a test are 100 high: the next door is one row further down.
    expect(scrolls).toEqual([{ x: 0, y: 100, animated: false }]);
  });

  it('keeps a note at the door where it was typed', async () => {
    const { runtime, saved } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await type('Note', 'Dog');
    fireEvent.press(screen.getByText('Ines Roy'));
    await settle();
    expect(screen.getByLabelText('Note').props.value).toBe('');
    await press('button', 'Talked');
    const [talked] = await saved();
    expect(talked).toMatchObject({ outcome: 'talked', address: { floor: '2' } });
    expect(talked?.note ?? '').toBe('');
    fireEvent.press(screen.getByText('Rosa Marchand'));
    await settle();
    expect(screen.getByLabelText('Note').props.value).toBe('Dog');
  });

  it('keeps a note when the list is left before the door is marked', async () => {
    const { runtime, store, scope } = await withDoors();
    const first = openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await type('Note', 'Dog');
    await settle();
    first.unmount();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await waitFor(() => expect(screen.getByLabelText('Note').props.value).toBe('Dog'));
    await press('button', 'Nobody in');
    await waitFor(async () => expect(await getDraft(store, scope, 'doors:1')).toBeNull());
  });

  it('marks a staircase or the rest of a side at once', async () => {
    const { runtime, saved } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    fireEvent.press(screen.getByText('Ines Roy'));
    await settle();
    await press('button', 'Nobody in at all doors of No. 6: 2');
    expect((await saved()).map(({ address }) => address?.floor)).toEqual(['1', '2']);
    await screen.findByRole('button', { name: 'Nobody in at the rest: 2' });
    await press('button', 'Undo');
    await screen.findByRole('button', { name: 'Nobody in at the rest: 4' });
    await press('button', 'Nobody in at the rest: 4');
    expect((await saved()).slice(4).map(({ address }) => address?.house_number)).toEqual([
      '2',
      '6',
      '6',
      '10',
    ]);
    // They stay on the list, and a second press would mark them twice.
    await waitFor(() => expect(screen.queryByText(/^Nobody in at the rest/)).toBeNull());
  });

  it('marks no door of a staircase that the list does not show', async () => {
    const { runtime, store, scope, saved } = await withDoors();
    await store.write((tx) =>
      applyVisits(tx, scope, [
        {
          id: 1,
          uuid: '00000000-0000-4000-8000-000000000001',
          action_id: 1,
          outcome: 'come_back',
          visited_at: '2026-11-01T10:00:00Z',
          address: { house_number: '6', street, city, floor: '2' },
        },
      ])
    );
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    // Of the two doors of No. 6 only the one of the appointment is due.
    await press('radio', 'Come back now');
    expect(openDoor()).toHaveTextContent(/^6Floor 2/);
    expect(screen.queryByRole('button', { name: /^Nobody in at all doors/ })).toBeNull();
    await press('radio', 'To visit');
    expect(screen.getByText('North slope · 5 of 5 doors left')).toBeTruthy();
    expect(await saved()).toEqual([]);
  });

  it('asks once before a door is not visited again, and saves nothing without a yes', async () => {
    const { runtime, saved } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await type('Note', 'Asked for it');
    await press('button', 'Do not visit');
    expect(screen.getByRole('heading', { name: 'Do not visit this door again?' })).toBeTruthy();
    expect(screen.getByText('2 rue d’Ivry, Lyon')).toBeTruthy();
    await press('button', 'Cancel');
    expect(await saved()).toEqual([]);
    expect(openDoor()).toHaveTextContent(/^2/);
    await press('button', 'Do not visit');
    await pressLast('Do not visit');
    expect(await saved()).toMatchObject([
      { outcome: 'do_not_visit', note: 'Asked for it', address: { house_number: '2', street, city } },
    ]);
    expect(screen.queryByRole('heading', { name: 'Do not visit this door again?' })).toBeNull();
    expect(await screen.findByText('North slope · 4 of 5 doors left')).toBeTruthy();
    expect(openDoor()).toHaveTextContent(/^6Floor 1/);
  });

  it('lists what to come back to when it is due', async () => {
    const { runtime, saved } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await press('button', 'Come back');
    fireEvent.press(screen.getAllByRole('button', { name: /^\d\d:\d\d$/ })[0]!);
    await settle();
    const [visit] = await saved();
    expect(visit?.outcome).toBe('come_back');
    expect(Date.parse(visit?.come_back_at ?? '')).toBeGreaterThan(runtime.now());
    // It is not left now, and not due yet.
    await waitFor(() => expect(screen.queryByText('Rosa Marchand')).toBeNull());
    expect(screen.getByText('North slope · 4 of 5 doors left')).toBeTruthy();
    await press('radio', 'Come back now');
    expect(screen.getByText('Nothing is due')).toBeTruthy();
    await press('radio', 'All');
    expect(screen.getByText('Rosa Marchand')).toBeTruthy();
  });

  it('takes a typed day and time to come back, and shows at the field what is wrong', async () => {
    const { runtime, saved } = await withDoors();
    const wrong = 'Type the day as year-month-day and the time as 15:24.';
    const notAhead = 'Choose a time from now to one year ahead.';
    const invalid = (label: string) => screen.getByLabelText(label).props['aria-invalid'] === true;
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await press('button', 'Come back');
    await press('button', 'Another time');
    expect(screen.getByLabelText('Day').props.value).toBe(dayOf(runtime.now()));
    await press('button', 'Save');
    expect(screen.getByText(wrong)).toBeTruthy();
    expect([invalid('Day'), invalid('Time')]).toEqual([false, true]);
    await type('Time', '25:00');
    await press('button', 'Save');
    expect(screen.getByText(wrong)).toBeTruthy();
    // Today, but over.
    await type('Time', '0:00');
    expect(screen.getByText(notAhead)).toBeTruthy();
    expect([invalid('Day'), invalid('Time')]).toEqual([false, true]);
    await type('Time', '10:45');
    await type('Day', '2062-11-16');
    expect(screen.getByText(notAhead)).toBeTruthy();
    expect([invalid('Day'), invalid('Time')]).toEqual([true, false]);
    await type('Day', '2026-11-1');
    expect(screen.getByText(wrong)).toBeTruthy();
    expect([invalid('Day'), invalid('Time')]).toEqual([true, false]);
    await press('button', 'Save');
    expect(await saved()).toEqual([]);
    await type('Day', '2026-11-16');
    await press('button', 'Save');
    expect(await saved()).toMatchObject([
      { outcome: 'come_back', come_back_at: new Date(2026, 10, 16, 10, 45).toISOString() },
    ]);
    expect(openDoor()).toHaveTextContent(/^6Floor 1/);
    await press('radio', 'All');
    expect(screen.getByText(/^Come back · .*16/)).toBeTruthy();
  });

  it('marks visits as only on this phone where the service has no place for them, and counts them', async () => {
    const { runtime, store, scope } = await withDoors();
    await store.write((tx) => setFact(tx, scope, 'capabilities', ['idempotency_key']));
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    expect(screen.getByText('Only on this phone')).toBeTruthy();
    await press('button', 'Refused');
    await holdRows(store, scope, runtime.now());
    await settle();
    await press('radio', 'All');
    expect(await screen.findByText(/^Refused · .* · Only on this phone$/)).toBeTruthy();
  });

  it('counts into the progress of the action at once', async () => {
    const { runtime } = await withDoors();
    openField(runtime, '/actions/1');
    await screen.findByLabelText('186 of 300 visits');
    // A mark names no contact: a count of them would never move.
    expect(screen.queryByText('contacts')).toBeNull();
    await press('button', 'Doors');
    await screen.findByText('Rosa Marchand');
    await press('button', 'Talked');
    await press('button', 'Back');
    expect(await screen.findByLabelText('187 of 300 visits')).toBeTruthy();
  });

  it('records from a door with its address and its campaign', async () => {
    const { runtime } = await withDoors();
    const opened = openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await press('button', 'Record');
    expect(opened.getPathname()).toBe('/record');
    expect(opened.getSearchParams()).toEqual({
      action: '1',
      contact: '90',
      place: '2 rue d’Ivry, Lyon',
      door: doorKey(readAddress({ housenumber: 2, street, city })),
    });
    act(() => router.back());
    await settle();
    fireEvent.press(screen.getByText('Ines Roy'));
    await settle();
    await press('button', 'Record');
    expect(opened.getSearchParams()).toMatchObject({ contact: '91', place: '6 rue d’Ivry, Floor 2, Lyon' });
  });

  it('goes on with the next door when a gift marked the open one, and not before its note is saved', async () => {
    const { runtime } = await withDoors();
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    fireEvent.press(screen.getByText('Ines Roy'));
    await settle();
    const talked = (floor: number) =>
      markDoors(runtime, {
        actionId: 1,
        doors: [readAddress({ housenumber: 6, street, city, floor })],
        outcome: 'talked',
      });
    await type('Note', 'Dog');
    await act(() => talked(2));
    expect(await screen.findByText('North slope · 4 of 5 doors left')).toBeTruthy();
    expect(openDoor()).toHaveTextContent(/^6Floor 2/);
    await type('Note', '');
    await waitFor(() => expect(openDoor()).toHaveTextContent(/^10/));
  });

  it('offers no Undo of a mark after a record, which has its own', async () => {
    const { runtime } = await withDoors();
    const opened = openField(runtime, '/actions/1/doors');
    await screen.findByText('Rosa Marchand');
    await press('button', 'Nobody in');
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    await press('button', 'Record');
    act(() => router.back());
    await waitFor(() => expect(opened.getPathname()).toBe('/actions/1/doors'));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('does not lag with 2,000 doors', async () => {
    const { runtime, store, scope, saved } = await withDoors();
    const Addresses = Array.from({ length: 2_000 }, (_, index) => ({ housenumber: index + 1, street, city }));
    await store.write((tx) => applyActions(tx, scope, [{ Action: { id: 1, name: 'Large', Addresses } }]));
    openField(runtime, '/actions/1/doors');
    await screen.findByText('Large · 2,000 of 2,000 doors left');
    await press('button', 'Nobody in');
    expect(await saved()).toHaveLength(1);
    // Only the rows of the window are rendered.
    expect(screen.getAllByRole('button', { expanded: false }).length).toBeLessThan(60);
  });
});
