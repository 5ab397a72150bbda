import { router } from 'expo-router';
import { act, fireEvent, screen } from 'expo-router/testing-library';

import { applyActions } from '@/db/actions';
import { getFact, setFact } from '@/db/facts';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, settle } from '../support/render';

const action = (id: number, name: string) => ({
  Action: { id, name, group_id: 1, Users: [], Teams: [], facts: [], Forms: [], public: true },
  NbVisites: 0,
  NbContacts: 0,
  NbVisitesDeclared: 0,
});

const sizes = {
  contacts: 12_400,
  actions: [
    { action_id: 12, contacts: 412 },
    { action_id: 15, contacts: 0 },
  ],
};

async function open(path: string, buckets: string[]) {
  const test = await withSpace('manager');
  const { store, scope } = test.runtime;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', ['changes', 'holding']);
    await setFact(tx, scope, 'buckets', buckets);
    await applyActions(tx, scope, [action(12, 'Autumn doors'), action(15, 'Market')]);
  });
  const sent = jest.spyOn(test.runtime.sync, 'sendNow');
  const chosen = () => getFact(store, scope, 'held_actions');
  return { ...test, sent, chosen, show: () => openOrganiser(test.runtime, path) };
}

const everyone = ['all', 'contacts', 'space'];

it('chooses the actions whose people are on the phone, with their size and time before', async () => {
  const { fakes, show, sent, chosen } = await open('/settings', everyone);
  fakes.online.listActionSizes = sizes;
  show();
  await screen.findByText('Choose who is on this phone');
  await press('button', 'Choose who is on this phone');
  expect(await screen.findByText('On this phone: 12,400 people · 18.6 MB · about 13 s')).toBeTruthy();
  expect(screen.getByText('More than 10,000 people')).toBeTruthy();
  await press('radio', /^Only the actions I choose/);
  expect(await screen.findByText('On this phone: 0 people')).toBeTruthy();
  await press('checkbox', 'Autumn doors 412 people · 0.6 MB · about 1 s');
  expect(screen.getByText('On this phone: 412 people · 0.6 MB · about 1 s')).toBeTruthy();
  expect(screen.queryByText('More than 10,000 people')).toBeNull();
  await press('button', 'Save');
  expect(await screen.findByText(/^Saved\. Doorstep downloads what is missing/)).toBeTruthy();
  expect(await chosen()).toEqual([12]);
  expect(sent).toHaveBeenCalledTimes(1);
});

it('can be chosen without a signal, and goes back to everyone', async () => {
  const { runtime, show, chosen } = await open('/holding', ['all', 'space', 'user:1', 'action:12']);
  await runtime.store.write((tx) => setFact(tx, runtime.scope, 'held_actions', [12]));
  show();
  expect(await screen.findByText(/^Without a signal Doorstep does not know/)).toBeTruthy();
  expect(await screen.findByRole('checkbox', { name: 'Autumn doors', checked: true })).toBeTruthy();
  await press('radio', 'Everyone');
  await press('button', 'Save');
  expect(await chosen()).toBeNull();
});

it('is not offered to those who hold the people of their own actions', async () => {
  const { show } = await open('/holding', ['space', 'user:1', 'action:12']);
  show();
  expect(await screen.findByText('Nothing to choose')).toBeTruthy();
});

it('leaves the screen once, however often Save is pressed', async () => {
  const { show } = await open('/', everyone);
  const app = show();
  act(() => router.push('/settings'));
  act(() => router.push('/holding'));
  const save = await screen.findByRole('button', { name: 'Save' });
  fireEvent.press(save);
  fireEvent.press(save);
  await screen.findByText(/^Saved\. Doorstep downloads what is missing/);
  await settle();
  expect(app.getPathname()).toBe('/settings');
});
