import { fireEvent, screen, waitFor } from '@testing-library/react-native';

import { setFact } from '@/db/facts';
import { applyPublicTeams } from '@/db/publicTeams';
import { listRollCalls } from '@/db/rollCalls';
import { applyTeams } from '@/db/teams';
import { applyUsers, removeUsers } from '@/db/users';
import { watchRole } from '@/session/role';

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
  it('is grouped into mine, others and public', async () => {
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

  it('finds any person in any team, with contact buttons; hidden members are not found', async () => {
    const { runtime, fakes } = await withTeams();
    openField(runtime, '/teams');
    await screen.findByText('Plateau');
    fireEvent.changeText(screen.getByLabelText('Search'), 'chloe');
    expect(await screen.findByText('Chloé Rey')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('Search'), 'hidden');
    expect(await screen.findByText('No team and no person matches')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('Search'), 'berger');
    fireEvent.press(await screen.findByRole('button', { name: 'Call' }));
    expect(fakes.opened).toEqual(['tel:0600000004']);
  });
});

describe('a team', () => {
  it('shows leaders first, contact buttons for everyone, and directions to its address', async () => {
    const { runtime, fakes } = await withTeams();
    openField(runtime, '/teams/1');
    await screen.findByText('Meets at 3 place de la Croix-Rousse');
    expect(screen.getByText('Private')).toBeTruthy();
    expect(screen.getByText('Leader')).toBeTruthy();
    expect(screen.getByText('No phone given')).toBeTruthy();
    fireEvent.press(screen.getByRole('button', { name: 'Directions' }));
    fireEvent.press(screen.getAllByRole('button', { name: 'Mail' })[0]!);
    expect(fakes.opened).toEqual(['geo:45.77,4.83?q=45.77,4.83', 'mailto:amina@example.org']);
  });

  it('offers a call to all people except the current user', async () => {
    const { runtime } = await withTeams();
    openField(runtime, '/teams/1');
    await screen.findByText('You');
    expect(screen.getAllByRole('button', { name: 'Call' })).toHaveLength(1);
    expect(screen.getByLabelText('Call', { exact: true }).props.accessibilityHint).toBe('Amina Berger');
  });

  it('asks what a shared list contains: names alone, unless more is chosen', async () => {
    const { runtime, fakes } = await withTeams();
    openField(runtime, '/teams/1');
    fireEvent.press(await screen.findByRole('button', { name: 'Share' }));
    fireEvent.press(await screen.findByRole('button', { name: 'Share the list' }));
    await waitFor(() => expect(fakes.sharedTexts[0]).toContain('Amina Berger'));
    expect(fakes.sharedTexts[0]).not.toMatch(/@|\d\d/);
    fireEvent.press(screen.getByRole('button', { name: 'Share' }));
    fireEvent.press(await screen.findByRole('checkbox', { name: 'Phone numbers' }));
    fireEvent.press(screen.getByRole('button', { name: 'Share the list' }));
    await waitFor(() => expect(fakes.sharedTexts[1]).toMatch(/\d\d/));
  });

  it('that hides its members shows only its leaders to outsiders, and why', async () => {
    const { runtime } = await withTeams();
    openField(runtime, '/teams/2');
    await screen.findByText('Amina Berger');
    expect(screen.queryByText('Hidden')).toBeNull();
    expect(screen.getByText('Only members see who is in this team.')).toBeTruthy();
    expect(screen.queryByText('1 person')).toBeNull();
  });
});

describe('roll call', () => {
  it('stores each mark on this phone with its time, and shares the list as text', async () => {
    const { runtime, store, scope, fakes } = await withTeams();
    openField(runtime, '/teams/1/roll-call');
    await screen.findByText(/^Tick who is here/);
    fireEvent.press(screen.getByRole('checkbox', { name: 'Amina Berger is here' }));
    fireEvent.press(screen.getByRole('checkbox', { name: 'Yann Oger is here' }));
    expect(await screen.findByText('2 of 3 here')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Amina Berger is here', checked: true })).toBeTruthy();
    expect(await listRollCalls(store, scope, 1)).toMatchObject([
      {
        teamId: 1,
        present: [
          { userId: 4, at: fakes.now },
          { userId: 6, at: fakes.now },
        ],
      },
    ]);

    fireEvent.press(screen.getByRole('checkbox', { name: 'Yann Oger is here' }));
    await screen.findByText('1 of 3 here');
    fireEvent.press(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() =>
      expect(fakes.sharedTexts).toEqual([
        [
          'Plateau: roll call of 14 Nov 2026, 15:24',
          'Here (1):',
          '- Amina Berger (15:24)',
          'Not here (2):',
          '- Marc Dulac',
          '- Yann Oger',
        ].join('\n'),
      ])
    );
  });

  it('shares a line for a person whose name is not shared', async () => {
    const { runtime, store, scope, fakes } = await withTeams();
    await store.write((tx) => applyTeams(tx, scope, [{ id: 3, name: 'Quays', users: [me, { id: 12 }] }]));
    openField(runtime, '/teams/3/roll-call');
    fireEvent.press(await screen.findByRole('checkbox', { name: 'Name not shared with you is here' }));
    await screen.findByText('1 of 2 here');
    fireEvent.press(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(fakes.sharedTexts[0]).toContain('\n- Name not shared with you (15:24)\n'));
    screen.unmount();
    openField(runtime, '/teams/3');
    fireEvent.press(await screen.findByRole('button', { name: 'Share' }));
    fireEvent.press(await screen.findByRole('button', { name: 'Share the list' }));
    await waitFor(() => expect(fakes.sharedTexts[1]).toContain('\n- Name not shared with you'));
  });

  it('counts guests, and texts everyone who is missing', async () => {
    const { runtime, fakes } = await withTeams();
    openField(runtime, '/teams/1/roll-call');
    expect(await screen.findByText('0 of 3 here')).toBeTruthy();
    fireEvent.press(screen.getByRole('button', { name: 'Add a guest' }));
    fireEvent.changeText(await screen.findByLabelText('Name of the guest'), 'Zoe');
    fireEvent.press(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('0 of 3 here · 1 guest')).toBeTruthy();
    fireEvent.press(screen.getByRole('button', { name: 'Text everyone missing' }));
    await waitFor(() => expect(fakes.opened[0]).toMatch(/^sms:\+?\d+/));
    fireEvent.press(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('0 of 3 here')).toBeTruthy();
  });

  it('of another day is over: the next mark starts a new one, and the old one can still be shared', async () => {
    const { runtime, store, scope, fakes } = await withTeams();
    openField(runtime, '/teams/1/roll-call');
    fireEvent.press(await screen.findByRole('checkbox', { name: 'Amina Berger is here' }));
    await screen.findByText('1 of 3 here');
    fakes.now += 24 * 60 * 60_000;
    fireEvent.press(screen.getByRole('checkbox', { name: 'Marc Dulac is here' }));
    await waitFor(async () => expect(await listRollCalls(store, scope, 1)).toHaveLength(2));
    expect(await screen.findByText('Earlier')).toBeTruthy();
  });

  it('shows who has left the team since, by name if the phone still has it', async () => {
    const { runtime, store, scope, fakes } = await withTeams();
    await store.write((tx) => applyUsers(tx, scope, [amina, { id: 6, firstname: 'Yann', surname: 'Oger' }]));
    openField(runtime, '/teams/1/roll-call');
    for (const name of ['Amina Berger', 'Yann Oger'])
      fireEvent.press(await screen.findByRole('checkbox', { name: `${name} is here` }));
    await screen.findByText('2 of 3 here');
    await store.write((tx) =>
      applyTeams(tx, scope, [{ id: 1, name: 'Plateau', leaders: [amina], users: [me] }])
    );
    expect(await screen.findByText('Yann Oger, no longer in the team')).toBeTruthy();
    expect(screen.getByText('2 of 3 here')).toBeTruthy();
    await store.write((tx) => removeUsers(tx, scope, [yann.id]));
    expect(await screen.findByText('Name not shared with you, no longer in the team')).toBeTruthy();

    fakes.now += 24 * 60 * 60_000;
    fireEvent.press(screen.getByRole('checkbox', { name: 'Marc Dulac is here' }));
    expect(await screen.findByText('Earlier')).toBeTruthy();
    expect(screen.getByText('2 of 3 here')).toBeTruthy();
    const [, earlier] = screen.getAllByRole('button', { name: 'Share' });
    fireEvent.press(earlier as NonNullable<typeof earlier>);
    await waitFor(() =>
      expect(fakes.sharedTexts[0]).toContain(
        'Here (2):\n- Amina Berger (15:24)\n- Name not shared with you, no longer in the team (15:24)\nNot here (1):'
      )
    );
  });

  it('that started while the clock was far ahead is skipped: later marks go into one roll call', async () => {
    const { runtime, store, scope, fakes } = await withTeams();
    fakes.now += 24 * 60 * 60_000;
    openField(runtime, '/teams/1/roll-call');
    fireEvent.press(await screen.findByRole('checkbox', { name: 'Amina Berger is here' }));
    await screen.findByText('1 of 3 here');
    fakes.now -= 24 * 60 * 60_000;
    fireEvent.press(screen.getByRole('checkbox', { name: 'Marc Dulac is here' }));
    await waitFor(async () => expect(await listRollCalls(store, scope, 1)).toHaveLength(2));
    fireEvent.press(screen.getByRole('checkbox', { name: 'Yann Oger is here' }));
    expect(await screen.findByText('2 of 3 here')).toBeTruthy();
    expect(await listRollCalls(store, scope, 1)).toHaveLength(2);
  });
});

describe('letting a newcomer in', () => {
  const settings = {
    name: 'Riverside',
    second_factor_required: false,
    audit_days: 730,
    mail_days: 30,
    response_days: 730,
  };
  async function openLedTeam() {
    const test = await createTestRuntime();
    await test.store.write(async (tx) => {
      await applyUsers(tx, test.scope, [{ ...me, role_data: { id: 3, type: 'user' } }]);
      await applyTeams(tx, test.scope, [{ id: 1, name: 'Plateau', leaders: [me], users: [me] }]);
      await setFact(tx, test.scope, 'capabilities', ['space_settings', 'newcomer_codes']);
    });
    test.fakes.online.createNewcomerCode = {
      code: '12345678',
      expires_at: '2026-03-07T12:15:00.000Z',
      people_left: 20,
    };
    const { role } = await watchRole(test.store, test.scope);
    return { ...test, runtime: { ...test.runtime, role } };
  }

  it('shows a code as digits and as a picture, and makes another one', async () => {
    const { runtime, fakes } = await openLedTeam();
    fakes.online.getSpace = { ...settings, newcomer_codes: true };
    openField(runtime, '/teams/1');
    fireEvent.press(await screen.findByRole('button', { name: 'Let a newcomer in' }));
    expect(await screen.findByText('1234 5678')).toBeTruthy();
    expect(screen.getByLabelText('QR code that opens the sign-in')).toBeTruthy();
    expect(screen.getByText(/for 20 people$/)).toBeTruthy();
    const request = { endpoint: 'createNewcomerCode', params: { id: 1 }, body: { data: {} } };
    expect(fakes.written).toEqual([request]);
    fireEvent.press(screen.getByRole('button', { name: 'New code' }));
    await waitFor(() => expect(fakes.written).toEqual([request, request]));
  });

  it('names who has to allow it, and says when there is no signal', async () => {
    const { runtime, fakes } = await openLedTeam();
    openField(runtime, '/teams/1');
    fireEvent.press(await screen.findByRole('button', { name: 'Let a newcomer in' }));
    expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
    fakes.online.getSpace = { ...settings, newcomer_codes: false };
    fireEvent.press(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^A manager has to allow this first/)).toBeTruthy();
    expect(fakes.written).toEqual([]);
  });

  it('is for leaders, with a service that has it', async () => {
    const { runtime } = await withTeams();
    openField(runtime, '/teams/1');
    await screen.findByRole('button', { name: 'Roll call' });
    expect(screen.queryByRole('button', { name: 'Let a newcomer in' })).toBeNull();
  });
});
