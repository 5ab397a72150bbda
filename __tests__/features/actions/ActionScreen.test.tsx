import { act, fireEvent, screen } from '@testing-library/react-native';
import { Image } from 'react-native';

import { type ActionAggregate } from '@/contract/action';
import { applyActions } from '@/db/actions';
import { enterBucket } from '@/db/pull/buckets';
import { setFact } from '@/db/facts';

import { openField } from '../support/field';
import { withSpace } from '../support/organiser';
import { createTestRuntime, saturday } from '../support/runtime';

const day = 86_400_000;
const at = (offset: number) => new Date(saturday + offset * day).toISOString();

const northSlope: ActionAggregate = {
  Action: {
    id: 1,
    name: 'Door to door, north slope',
    pitch: 'A hall for the neighbourhood.',
    start: at(-0.1),
    end: at(0.1),
    goal: 300,
    goal_forms: 100,
    link: 'https://example.org/north',
    Users: [{ id: 1, firstname: 'Zoé', surname: 'Diaye', phone: '06 00 00 00 01', mail: 'zoe@example.org' }],
    Teams: [
      {
        id: 3,
        name: 'Plateau',
        userswithactive: [{ id: 4, firstname: 'Amina', surname: 'Berger', phone: '0600000004' }],
      },
    ],
    polygon: JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [4.82, 45.77],
          [4.83, 45.77],
          [4.83, 45.78],
          [4.82, 45.77],
        ],
      ],
    }),
    Addresses: [
      { housenumber: 10, street: 'rue d’Ivry', city: 'Lyon' },
      {
        housenumber: 2,
        street: 'rue d’Ivry',
        city: 'Lyon',
        infos: 'Gate code 14A',
        latitude: '45.774',
        longitude: '4.824',
      },
      { housenumber: '6 bis', street: 'rue d’Ivry', city: 'Lyon' },
      { housenumber: 3, street: 'rue d’Ivry', city: 'Lyon' },
    ],
  },
  NbVisites: 186,
  NbContacts: 41,
  NbVisitesDeclared: 165,
};

async function withActions() {
  const test = await createTestRuntime();
  await test.store.write((tx) =>
    applyActions(tx, test.scope, [
      northSlope,
      { Action: { id: 2, name: 'Harbour', start: at(3), end: at(4) } },
      { Action: { id: 3, name: 'Last spring', start: at(-90), end: at(-80), goal: 10 }, NbVisites: 12 },
    ])
  );
  return test;
}

describe('the list of actions', () => {
  it('is grouped, with the progress of each and the time of the last pull', async () => {
    const { runtime } = await withActions();
    openField(runtime, '/actions');
    await screen.findByText('Door to door, north slope');
    expect(screen.getByText('Up to date 15:23')).toBeTruthy();
    expect(screen.getAllByRole('heading').map(({ props }) => props.children)).toEqual([
      'Actions',
      'Mine',
      'Coming up',
      'Past',
    ]);
    expect(screen.getByText('186 of 300 visits · 41 contacts')).toBeTruthy();
    expect(screen.getByLabelText('186 of 300 visits')).toBeTruthy();
  });

  it('is searched while typing, and shows when nothing is found', async () => {
    const { runtime } = await withActions();
    openField(runtime, '/actions');
    await screen.findByText('Harbour');
    fireEvent.changeText(screen.getByLabelText('Search'), 'harb');
    expect(screen.queryByText('Last spring')).toBeNull();
    expect(screen.getByText('Harbour')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('Search'), 'zzz');
    expect(await screen.findByText('No action matches')).toBeTruthy();
  });

  it('shows why it is empty before the first download', async () => {
    const { runtime, fakes } = await createTestRuntime();
    fakes.setStatus({ lastPulledAt: null });
    openField(runtime, '/actions');
    expect(await screen.findByText('No actions yet')).toBeTruthy();
    expect(screen.getByText('Download not finished')).toBeTruthy();
    expect(screen.getByText(/when this phone connects to the service/)).toBeTruthy();
    act(() => fakes.setStatus({ lastPulledAt: saturday }));
    expect(screen.getByText('New ones appear automatically.')).toBeTruthy();
  });

  it('shows what a pull writes without a reload', async () => {
    const { runtime, store, scope } = await withActions();
    openField(runtime, '/actions');
    await screen.findByText('Harbour');
    await store.write((tx) => applyActions(tx, scope, [{ Action: { id: 9, name: 'New today' } }]));
    expect(await screen.findByText('New today')).toBeTruthy();
  });
});

describe('an action', () => {
  it('shows its three counts against their goals as labelled rings', async () => {
    const { runtime } = await withActions();
    openField(runtime, '/actions/1');
    await screen.findByText('A hall for the neighbourhood.');
    for (const label of ['186 of 300 visits', '41 of 100 contacts', '165 of 300 declared'])
      expect(screen.getByLabelText(label)).toBeTruthy();
    expect(screen.getByLabelText('Map of the area with 1 address')).toBeTruthy();
  });

  it('counts nothing as declared where nothing was', async () => {
    const { runtime, store, scope } = await withActions();
    const planned = { Action: { id: 9, name: 'New today', goal: 200 } };
    await store.write((tx) => applyActions(tx, scope, [planned]));
    openField(runtime, '/actions/9');
    expect(await screen.findByText('visits')).toBeTruthy();
    expect(screen.queryByText('declared')).toBeNull();
  });

  it('explains the dots of its map, and says how far the area is from outside of it', async () => {
    const { runtime } = await withActions();
    runtime.device.watchPosition = (onNews) => {
      onNews({ kind: 'fix', latitude: 45.76, longitude: 4.825, accuracyMetres: 10 });
      return () => {};
    };
    openField(runtime, '/actions/1');
    for (const meaning of ['Not visited yet', 'Go again', 'Done', 'Do not visit'])
      expect(await screen.findByText(meaning)).toBeTruthy();
    expect(screen.queryByText(/^To the area/)).toBeNull();
    fireEvent.press(screen.getByRole('button', { name: 'My position' }));
    expect(await screen.findByText('To the area: 1.1 km, north.')).toBeTruthy();
    // What only those who plan it read.
    expect(screen.queryByRole('button', { name: 'More details' })).toBeNull();
  });

  describe('with a tile server', () => {
    const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Town' };
    const open = async () => {
      const test = await withActions();
      await test.store.write((tx) =>
        setFact(tx, test.scope, 'capabilities', ['space_settings', 'map_tiles'])
      );
      test.fakes.online.getSpace = { map_tiles: tiles };
      test.runtime.device.watchPosition = (onNews) => {
        onNews({ kind: 'fix', latitude: 47.2, longitude: 8.5, accuracyMetres: 10 });
        return () => {};
      };
      openField(test.runtime, '/actions/1');
      const map = await screen.findByLabelText('Map of the area with 1 address');
      // A test has no layout, and its gestures no touches.
      await act(async () => map.props.onLayout({ nativeEvent: { layout: { width: 350, height: 240 } } }));
      return test;
    };
    const shown = () => screen.UNSAFE_queryAllByType(Image).map(({ props }) => String(props.source.uri));

    it('shows its tiles and their attribution, and none without signal', async () => {
      const { fakes } = await open();
      expect(await screen.findByText('© Town')).toBeTruthy();
      expect(shown().length).toBeGreaterThan(1);
      for (const uri of shown())
        expect(uri).toMatch(/^https:\/\/tiles\.example\.org\/14\/84\d\d\/58\d\d\.png$/);
      act(() => fakes.setStatus({ isOnline: false }));
      expect(screen.queryByText('© Town')).toBeNull();
      expect(shown()).toEqual([]);
      expect(screen.getByLabelText('Map of the area with 1 address')).toBeTruthy();
    });

    it('does not load tiles of where the phone is, far from the area', async () => {
      await open();
      await screen.findByText('© Town');
      const before = new Set(shown().map((uri) => uri.split('/')[3]));
      fireEvent.press(screen.getByRole('button', { name: 'My position' }));
      await screen.findByText(/^To the area: /);
      const after = shown().map((uri) => uri.split('/').slice(3, 5).map(Number));
      expect(before).toEqual(new Set(['14']));
      expect(after.length).toBeGreaterThan(0);
      // Where the tile is in the world, from west to east; the phone is at 0.5236.
      for (const [zoom = 0, x = 0] of after) expect(x / 2 ** zoom).toBeLessThanOrEqual(0.5135);
    });
  });

  it('has contact buttons for its people, and its page opens outside', async () => {
    const { runtime, fakes } = await withActions();
    openField(runtime, '/actions/1');
    await screen.findByText('Amina Berger');
    fireEvent.press(screen.getAllByRole('button', { name: 'Call' })[0]!);
    fireEvent.press(screen.getByRole('button', { name: 'Page' }));
    expect(fakes.opened).toEqual(['tel:0600000004', 'https://example.org/north']);
  });

  it('names what else the service stores, for those who plan it', async () => {
    const { runtime, store, scope } = await withSpace('manager');
    await store.write((tx) =>
      applyActions(tx, scope, [
        { Action: { id: 9, name: 'Bridge', gotv_voted_tag: 'has voted', address_included_missing: true } },
      ])
    );
    openField(runtime, '/actions/9');
    fireEvent.press(await screen.findByRole('button', { name: 'More details' }));
    expect(screen.getByText('Tag for voted')).toBeTruthy();
    expect(screen.getByText('has voted')).toBeTruthy();
    expect(screen.getByText('Contacts without address included')).toBeTruthy();
    expect(screen.queryByText(/gotv|missing/)).toBeNull();
  });

  it('that was deleted is reported', async () => {
    const { runtime } = await withActions();
    openField(runtime, '/actions/77');
    expect(await screen.findByText('This action is not on this phone')).toBeTruthy();
  });
});

describe('the people of the action', () => {
  it('without a name are those whom the service does not share', async () => {
    const { runtime, store, scope } = await withActions();
    await store.write((tx) =>
      applyActions(tx, scope, [{ Action: { id: 9, name: 'Bridge', Users: [{ id: 77 }] } }])
    );
    openField(runtime, '/actions/9');
    expect(await screen.findByText('Name not shared with you')).toBeTruthy();
    expect(screen.queryByText('No phone given')).toBeNull();
  });

  const withBuckets = async (...buckets: string[]) => {
    const test = await withActions();
    await test.store.write(async (tx) => {
      await setFact(tx, test.scope, 'buckets', buckets);
      await enterBucket(tx, test.scope, 'action:1', 'contact', [1, 2]);
    });
    openField(test.runtime, '/actions/1');
  };

  it('are on the phone of those who take part', async () => {
    await withBuckets('space', 'action:1');
    expect(await screen.findByText('2 people of this action are on this phone')).toBeTruthy();
  });

  it('are not on the phone of others', async () => {
    await withBuckets('space');
    expect(await screen.findByText(/are not on this phone, because you do not take part/)).toBeTruthy();
  });

  it('are not mentioned where everyone is on this phone', async () => {
    await withBuckets('space', 'all', 'contacts');
    await screen.findByText('A hall for the neighbourhood.');
    expect(screen.queryByText(/on this phone/)).toBeNull();
  });
});

it('asks for the position again after it was refused', async () => {
  const { runtime } = await withActions();
  const answers = [
    { kind: 'refused' as const },
    { kind: 'fix' as const, latitude: 45.76, longitude: 4.825, accuracyMetres: 10 },
  ];
  runtime.device.watchPosition = (onNews) => {
    const answer = answers.shift();
    if (answer) onNews(answer);
    return () => {};
  };
  openField(runtime, '/actions/1');
  fireEvent.press(await screen.findByRole('button', { name: 'My position' }));
  expect(screen.queryByText(/^To the area/)).toBeNull();
  fireEvent.press(screen.getByRole('button', { name: 'My position' }));
  expect(await screen.findByText('To the area: 1.1 km, north.')).toBeTruthy();
});
