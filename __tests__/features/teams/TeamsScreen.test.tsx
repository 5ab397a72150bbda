import { fireEvent, screen, waitFor } from '@testing-library/react-native';

import { applyPublicTeams } from '@/db/publicTeams';
import { listRollCalls } from '@/db/rollCalls';
import { applyTeams } from '@/db/teams';

import { openField } from '../support/field';
import { createTestRuntime } from '../support/runtime';

const amina = {
  id: 4,
  firstname: 'Amina',
  surname: 'Berger',
  phone: '06 00 00 00 04',
  mail: 'amina@example.org',
};
const me = { id: 1, firstname: 'Marc', surname: 'Dulac', phone: '06 00 00 00 01' };
const yann = { id: 6, firstname: 'Yann', surname: 'Oger' };

async function withTeams() {
  const test = await createTestRuntime();
  await test.store.write(async (tx) => {
    await applyTeams(tx, test.scope, [
      {
        id: 1,
        name: 'Plateau',
        private: true,
        leaders: [amina],
        users: [amina, me, yann],
        address: {
          housenumber: '3',
          street: 'place de la Croix-Rousse',
          lattitude: '45.77',
          longitude: '4.83',
        },
      },
      {
        id: 2,
        name: 'Closed',
        hide_users: true,
        leaders: [amina],
        users: [amina, { id: 9, firstname: 'Hidden' }],
      },
    ]);
    await applyPublicTeams(tx, test.scope, [
      { id: 5, name: 'Open to all', users: [{ id: 8, firstname: 'Chloé', surname: 'Rey' }] },
    ]);
  });
  return test;
}

describe('the list of teams', () => {
  it('stands as mine, others and public', async () => {
    const { runtime } = await withTeams();
    openField(runtime, '/teams');
    await screen.findByText('Plateau');
    expect(screen.getAllByRole('heading').map(({ props }) => props.children)).toEqual([
      'Teams',
      'Mine',
      'Other teams',
      'Public teams',
    ]);
    expect(screen.getByText('Private · 3 people · led by Amina Berger')).toBeTruthy();
    // How many are in a team that hides them is not known: the one who is seen is no number of them.
    expect(screen.getByText('led by Amina Berger')).toBeTruthy();
  });

  it('finds any person in any team, to be called at once; hidden members are not found', async () => {
    const { runtime, hands } = await withTeams();
    openField(runtime, '/teams');
    await screen.findByText('Plateau');
    fireEvent.changeText(screen.getByLabelText('Search'), 'chloe');
    expect(await screen.findByText('Chloé Rey')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('Search'), 'hidden');
    expect(await screen.findByText('No team and no person matches')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('Search'), 'berger');
    fireEvent.press(await screen.findByRole('button', { name: 'Call' }));
    expect(hands.opened).toEqual(['tel:0600000004']);
  });
});

describe('a team', () => {
  it('has leaders first, everyone one tap away, and the way to where it meets', async () => {
    const { runtime, hands } = await withTeams();
    openField(runtime, '/teams/1');
    await screen.findByText('Meets at 3 place de la Croix-Rousse');
    expect(screen.getByText('Private')).toBeTruthy();
    expect(screen.getByText('Leader')).toBeTruthy();
    expect(screen.getByText('No phone given')).toBeTruthy();
    fireEvent.press(screen.getByRole('button', { name: 'Directions' }));
    fireEvent.press(screen.getAllByRole('button', { name: 'Mail' })[0]!);
    expect(hands.opened).toEqual(['geo:45.77,4.83?q=45.77,4.83', 'mailto:amina@example.org']);
  });

  it('offers a call to everybody but the one who holds the phone', async () => {
    const { runtime } = await withTeams();
    openField(runtime, '/teams/1');
    await screen.findByText('You');
    expect(screen.getAllByRole('button', { name: 'Call' })).toHaveLength(1);
    expect(screen.getByLabelText('Call', { exact: true }).props.accessibilityHint).toBe('Amina Berger');
  });

  it('that hides its members shows its leaders alone to a stranger, and says why', async () => {
    const { runtime } = await withTeams();
    openField(runtime, '/teams/2');
    await screen.findByText('Amina Berger');
    expect(screen.queryByText('Hidden')).toBeNull();
    expect(screen.getByText('Only members see who is in this team.')).toBeTruthy();
    expect(screen.queryByText('1 person')).toBeNull();
  });
});

describe('roll call', () => {
  it('keeps each tick on this phone with its time, and shares the list as text', async () => {
    const { runtime, store, scope, hands } = await withTeams();
    openField(runtime, '/teams/1/roll-call');
    await screen.findByText('Tick who is here');
    fireEvent.press(screen.getByRole('checkbox', { name: 'Amina Berger is here' }));
    fireEvent.press(screen.getByRole('checkbox', { name: 'Yann Oger is here' }));
    expect(await screen.findByText('2 of 3 here')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Amina Berger is here', checked: true })).toBeTruthy();
    expect(await listRollCalls(store, scope, 1)).toMatchObject([
      {
        teamId: 1,
        present: [
          { userId: 4, at: hands.now },
          { userId: 6, at: hands.now },
        ],
      },
    ]);

    fireEvent.press(screen.getByRole('checkbox', { name: 'Yann Oger is here' }));
    await screen.findByText('1 of 3 here');
    fireEvent.press(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() =>
      expect(hands.sharedTexts).toEqual([
        [
          'Plateau: roll call of 15:24',
          'Here (1):',
          '- Amina Berger (15:24)',
          'Not here (2):',
          '- Marc Dulac',
          '- Yann Oger',
        ].join('\n'),
      ])
    );
  });

  it('of another day is over: the next tick begins a new one, and the old one stays to be shared', async () => {
    const { runtime, store, scope, hands } = await withTeams();
    openField(runtime, '/teams/1/roll-call');
    fireEvent.press(await screen.findByRole('checkbox', { name: 'Amina Berger is here' }));
    await screen.findByText('1 of 3 here');
    hands.now += 24 * 60 * 60_000;
    fireEvent.press(screen.getByRole('checkbox', { name: 'Marc Dulac is here' }));
    await waitFor(async () => expect(await listRollCalls(store, scope, 1)).toHaveLength(2));
    expect(await screen.findByText('Earlier')).toBeTruthy();
  });

  it('that began while the clock was far ahead takes nothing from those after it: every tick goes into one', async () => {
    const { runtime, store, scope, hands } = await withTeams();
    hands.now += 24 * 60 * 60_000;
    openField(runtime, '/teams/1/roll-call');
    fireEvent.press(await screen.findByRole('checkbox', { name: 'Amina Berger is here' }));
    await screen.findByText('1 of 3 here');
    hands.now -= 24 * 60 * 60_000;
    fireEvent.press(screen.getByRole('checkbox', { name: 'Marc Dulac is here' }));
    await waitFor(async () => expect(await listRollCalls(store, scope, 1)).toHaveLength(2));
    fireEvent.press(screen.getByRole('checkbox', { name: 'Yann Oger is here' }));
    expect(await screen.findByText('2 of 3 here')).toBeTruthy();
    expect(await listRollCalls(store, scope, 1)).toHaveLength(2);
  });
});
