import { act, screen, waitFor } from 'expo-router/testing-library';
import { Circle, Path } from 'react-native-svg';

import { applyActions, getAction } from '@/db/actions';
import { applyContacts } from '@/db/contacts';
import { getDraft } from '@/db/drafts';
import { setFact } from '@/db/facts';
import { applyForms } from '@/db/forms';

import { capture, save } from '../../../db/harness';
import { acknowledge } from '../../../db/outbox/outboxRows';
import { press, type } from '../../support/render';
import { openOrganiser, withSpace } from '../../support/organiser';

const seen = { Action: { id: 5, name: 'Doors', pitch: 'Old', state: 'published' } };

async function withActions() {
  const test = await withSpace('manager');
  const { store, scope } = test;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', ['actions_write']);
    await applyActions(tx, scope, [seen]);
    await applyContacts(tx, scope, [
      {
        id: 91,
        address: { house_number: '1', street: 'Rue Neuve', city: 'Lyon', pollingstation: 'Bureau 3' },
      },
      { id: 92, address: { house_number: '8', street: 'Rue Neuve', city: 'Lyon' } },
    ]);
  });
  return test;
}

it('without a connection nothing is saved, and what was typed stays as a draft', async () => {
  const { runtime, store, scope } = await withActions();
  openOrganiser(runtime, '/actions/new');
  await screen.findByLabelText('Name');
  await press('button', 'Save');
  expect(screen.getByText('Give the action a name.')).toBeTruthy();
  await type('Name', 'Winter doors');
  await press('button', 'Save');
  expect(await screen.findByText(/No connection\. Nothing was saved\./)).toBeTruthy();
  expect(await getDraft(store, scope, 'action:new')).toMatchObject({
    draft: { form: { name: 'Winter doors' } },
  });
});

it('sends a new action once it has a name, and shows the number of contacts in its streets', async () => {
  const { runtime, store, scope } = await withActions();
  const bodies: unknown[] = [];
  runtime.online.write = (call) => {
    bodies.push(call.body);
    const value = { Action: { id: 6, name: 'Winter doors', state: 'draft' } };
    return Promise.resolve({ kind: 'written', value: value as never });
  };
  openOrganiser(runtime, '/actions/new');
  await screen.findByLabelText('Name');
  expect(await screen.findByText('No area chosen yet.')).toBeTruthy();
  expect(await screen.findByText(/No contact on this phone has a position/)).toBeTruthy();
  expect(screen.queryByText(/Tap the map/)).toBeNull();
  await type('Name', 'Winter doors');
  await press('button', 'Add streets');
  await press('checkbox', /Rue Neuve/);
  await press('button', 'Done');
  expect(await screen.findByText('2 contacts inside, 2 doors')).toBeTruthy();
  await type('From number', '5');
  expect(await screen.findByText('1 contact inside, 1 door')).toBeTruthy();
  await press('button', 'Save');
  expect(await screen.findByText('The action')).toBeTruthy();
  expect(bodies).toMatchObject([{ data: { action: { name: 'Winter doors', state: 'draft' } } }]);
  expect(await getAction(store, scope, 6)).toMatchObject({ Action: { name: 'Winter doors' } });
  expect(await getDraft(store, scope, 'action:new')).toBeNull();
});

it('takes polling stations, alone and beside streets, with the number of contacts inside', async () => {
  const { runtime } = await withActions();
  const bodies: unknown[] = [];
  runtime.online.write = (call) => {
    bodies.push(call.body);
    return Promise.resolve({ kind: 'written', value: { Action: { id: 6, name: 'Vote' } } as never });
  };
  openOrganiser(runtime, '/actions/new');
  await screen.findByLabelText('Name');
  await type('Name', 'Vote');
  await screen.findByRole('button', { name: 'Add polling stations' });
  await press('button', 'Add polling stations');
  await press('checkbox', /Bureau 3/);
  await press('button', 'Done');
  expect(await screen.findByText('1 contact inside, 1 door')).toBeTruthy();
  await press('button', 'Add streets');
  await press('checkbox', /Rue Neuve/);
  await press('button', 'Done');
  expect(await screen.findByText('2 contacts inside, 2 doors')).toBeTruthy();
  await press('button', 'Remove Rue Neuve');
  expect(await screen.findByText('1 contact inside, 1 door')).toBeTruthy();
  await press('button', 'Save');
  expect(await screen.findByText('The action')).toBeTruthy();
  expect(bodies).toMatchObject([
    { data: { action: { polling_station_included: '["Bureau 3"]', address_included: '' } } },
  ]);
});

it('offers a team as soon as it is sent, and names those that are not', async () => {
  const { runtime, store, scope } = await withActions();
  const team = { kind: 'team_create', entity: 'team:made' } as const;
  await save(
    store,
    scope,
    capture({ ...team, id: 'made', body: JSON.stringify({ data: { team: { name: 'North' } } }) })
  );
  openOrganiser(runtime, '/actions/new');
  expect(await screen.findByText(/^Not sent yet: North\./)).toBeTruthy();
  expect(screen.queryByText('This space has no teams yet.')).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'North' })).toBeNull();
  // The service has answered; the next download is up to a minute away.
  await act(() => acknowledge(store, scope, 3));
  await screen.findByRole('checkbox', { name: 'North' });
  await press('checkbox', 'North');
  expect(screen.getByRole('checkbox', { name: 'North' })).toBeChecked();
  expect(screen.queryByText(/^Not sent yet/)).toBeNull();
});

it('warns when an action is published for nobody or without an area, not while it is a draft', async () => {
  const { runtime } = await withActions();
  openOrganiser(runtime, '/actions/new');
  await screen.findByText('No area chosen yet.');
  const warnings = () => [
    screen.queryByText(/^Nobody takes part yet/) !== null,
    screen.queryByText(/^No area is chosen yet/) !== null,
  ];
  expect(warnings()).toEqual([false, false]);
  await press('radio', 'Published');
  expect(warnings()).toEqual([true, true]);
  await press('button', 'Add streets');
  await press('checkbox', /Rue Neuve/);
  await press('button', 'Done');
  expect(warnings()).toEqual([true, false]);
});

it('asks field by field when somebody else changed the same, then sends only the difference', async () => {
  const { runtime } = await withActions();
  const theirs = { Action: { ...seen.Action, pitch: 'Theirs', goal: 7 } };
  runtime.online.read = () => Promise.resolve({ kind: 'read', value: theirs as never, etag: '"2"' });
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push([call.ifMatch, call.body]);
    return Promise.resolve({ kind: 'written', value: theirs as never });
  };
  openOrganiser(runtime, '/actions/5/edit');
  await screen.findByLabelText('What it is about');
  await type('What it is about', 'Mine');
  await press('button', 'Save');
  expect(await screen.findByText('Two people changed this')).toBeTruthy();
  expect(sent).toEqual([]);
  await press('radio', /: Mine$/);
  await press('button', 'Use these values');
  await press('button', 'Save');
  expect(await screen.findByText('The action')).toBeTruthy();
  expect(sent).toEqual([['"2"', { data: { action: { pitch: 'Mine' } } }]]);
});

it('ticks the questions that were added from within the action, and no other', async () => {
  const { runtime, store, scope } = await withActions();
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', ['actions_write', 'forms_write']);
    await applyForms(tx, scope, [{ id: 3, label: 'Old question', type: 'text' }]);
  });
  let next = 8;
  runtime.online.write = ({ body }) => {
    const { label } = (body as { data: { label: string } }).data;
    return Promise.resolve({ kind: 'written', value: { id: (next += 1), label, type: 'text' } as never });
  };
  openOrganiser(runtime, '/actions/new');
  await screen.findByLabelText('Name');
  await screen.findByText('Old question');
  await press('button', 'Edit questions');
  for (const label of ['Which paper?', 'Which day?']) {
    await screen.findByText('Add a question');
    await press('button', 'Add a question');
    await screen.findByLabelText('Question');
    await type('Question', label);
    await press('radio', 'Text');
    await press('button', 'Save');
    await screen.findByText(label);
  }
  await press('button', 'Back');
  expect(await screen.findByRole('checkbox', { name: 'Which paper?', checked: true })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Which day?', checked: true })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Old question', checked: false })).toBeTruthy();
  // Nothing is added in this visit; another manager adds one later.
  await press('button', 'Edit questions');
  await screen.findByText('Add a question');
  await press('button', 'Back');
  await screen.findByText('Old question');
  await store.write((tx) => applyForms(tx, scope, [{ id: 30, label: 'Of another', type: 'text' }]));
  expect(await screen.findByRole('checkbox', { name: 'Of another', checked: false })).toBeTruthy();
});

it('says above the button what the service refused and no field shows', async () => {
  const { runtime } = await withActions();
  let location = 'body/data/action/users/0/id';
  runtime.online.write = () =>
    Promise.resolve({ kind: 'invalid', errors: [{ location, message: 'no such user' }] });
  openOrganiser(runtime, '/actions/new');
  await screen.findByLabelText('Name');
  await type('Name', 'Winter doors');
  await press('button', 'Save');
  expect(await screen.findByText(/^Nothing was saved: the service did not accept/)).toBeTruthy();
  expect(screen.queryByText('The service did not accept this value.')).toBeNull();
  location = 'body/data/action/polygon';
  await press('button', 'Save');
  expect(await screen.findByText(/^The service did not accept this area/)).toBeTruthy();
  expect(screen.queryByText(/^Nothing was saved: the service did not accept/)).toBeNull();
});

it('the map stays where it is when contacts arrive', async () => {
  const { runtime, store, scope } = await withActions();
  const place = (id: number, latitude: string) => ({
    id,
    address: { house_number: String(id), street: 'Rue Neuve', city: 'Lyon', latitude, longitude: '4.8' },
  });
  await store.write((tx) => applyContacts(tx, scope, [place(93, '45.70'), place(94, '45.71')]));
  openOrganiser(runtime, '/actions/new');
  const map = await screen.findByLabelText('Map to draw the area on');
  await act(async () => map.props.onLayout({ nativeEvent: { layout: { width: 350, height: 240 } } }));
  const doors = () => {
    const drawn = screen.UNSAFE_getAllByType(Path).map(({ props }) => String(props.d));
    return (drawn.find((d) => d.includes('h3v3h-3')) ?? '').split('Z').filter(Boolean);
  };
  const before = doors();
  expect(before).toHaveLength(2);
  await store.write((tx) => applyContacts(tx, scope, [place(95, '45.704'), place(96, '48.8')]));
  await waitFor(() => expect(doors()).toHaveLength(3));
  expect(doors()).toEqual(expect.arrayContaining(before));
});

it('undo brings back an area that was cleared', async () => {
  const { runtime, store, scope } = await withActions();
  const address = {
    house_number: '1',
    street: 'Rue Neuve',
    city: 'Lyon',
    latitude: '45.7',
    longitude: '4.8',
  };
  await store.write((tx) =>
    applyContacts(tx, scope, [
      { id: 93, address },
      { id: 94, address: { ...address, latitude: '45.71' } },
    ])
  );
  openOrganiser(runtime, '/actions/new');
  const map = await screen.findByLabelText('Map to draw the area on');
  await act(async () => map.props.onLayout({ nativeEvent: { layout: { width: 300, height: 300 } } }));
  const tap = (x: number, y: number) =>
    act(async () => {
      const nativeEvent = { touches: [], locationX: x, locationY: y, pageX: x, pageY: y };
      const { onResponderGrant, onResponderRelease } = screen.getByLabelText('Map to draw the area on').props;
      onResponderGrant({ nativeEvent });
      onResponderRelease({ nativeEvent });
    });
  await tap(10, 10);
  await tap(290, 10);
  await tap(150, 290);
  await press('button', 'Finish area');
  const corners = () => screen.UNSAFE_queryAllByType(Circle).length;
  expect(corners()).toBe(3);
  await press('button', 'Clear');
  expect(corners()).toBe(0);
  // A corner that was begun instead is taken back first.
  await tap(100, 100);
  await press('button', 'Undo');
  expect(corners()).toBe(0);
  await press('button', 'Undo');
  expect(corners()).toBe(3);
  expect(await screen.findByText('Cut a hole')).toBeTruthy();
});
