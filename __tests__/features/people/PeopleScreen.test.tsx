import { act, fireEvent, waitFor } from '@testing-library/react-native';
import { router } from 'expo-router';
import { screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';
import { saveInvitationResult } from '@/db/invitationResults';
import { enqueue, listOutbox } from '@/db/outbox/outbox';
import { getUserView } from '@/db/outbox/pendingUsers';
import { openScope } from '@/db/scopes';
import { userUpdateRow } from '@/features/people/mutations';

import { press, settle, type } from '../support/render';
import { openOrganiser, withSpace } from '../support/organiser';

it('lists everyone by surname and finds them by role and by words', async () => {
  const { runtime } = await withSpace('manager');
  openOrganiser(runtime, '/people');
  await screen.findByText('Amina Berger');
  const names = () =>
    screen.getAllByText(/^(Amina Berger|Marc Dulac|Zoé Oger)$/).map(({ props }) => props.children);
  expect(names()).toEqual(['Amina Berger', 'Marc Dulac', 'Zoé Oger']);
  await press('button', 'Sort and filter');
  await press('radio', 'Volunteer');
  await press('button', 'Show');
  expect(names()).toEqual(['Amina Berger']);
  await press('button', 'Clear filters');
  await type('Search', 'zoe');
  expect(await screen.findByText('Zoé Oger')).toBeTruthy();
  expect(screen.queryByText('Marc Dulac')).toBeNull();
});

it('filters by team', async () => {
  const { runtime } = await withSpace('manager');
  openOrganiser(runtime, '/people');
  await screen.findByText('Zoé Oger');
  await press('button', 'Sort and filter');
  await press('radio', 'Plateau');
  await press('button', 'Show');
  expect(screen.queryByText('Zoé Oger')).toBeNull();
  expect(screen.getByText('Marc Dulac')).toBeTruthy();
});

it('changes the role of several people together, but not the own one, and says whose stays', async () => {
  const { runtime, store, scope } = await withSpace('admin');
  openOrganiser(runtime, '/people');
  await screen.findByText(/^3 people · /);
  await press('button', 'Choose people');
  await press('button', 'Choose all shown');
  expect(await screen.findByText('3 chosen')).toBeTruthy();
  await press('button', 'Change role');
  expect(screen.getByText(/^Not changed, because .*: 1$/)).toBeTruthy();
  expect(screen.getByText(/^Who gets another role may have to sign in again/)).toBeTruthy();
  await press('radio', /^Manager\s*People, teams, invitations/);
  await press('button', 'Save');
  await waitFor(async () => expect(await listOutbox(store, scope)).toHaveLength(2));
  const rows = await listOutbox(store, scope);
  expect(rows.map(({ kind, entity, body }) => [kind, entity, JSON.parse(body).data.role_id]).sort()).toEqual([
    ['role_change', 'user:4', 2],
    ['role_change', 'user:5', 2],
  ]);
  expect(screen.queryByText('3 chosen')).toBeNull();
});

it('adds several people to a team in one change that keeps everything else of the team', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/people');
  await screen.findByText('Zoé Oger');
  await press('button', 'Choose people');
  await press('checkbox', /^Zoé Oger/);
  await press('checkbox', /^Marc Dulac/);
  expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull();
  await press('button', 'Add to a team');
  await press('radio', /^Plateau Of those chosen in this team: 1/);
  await press('button', 'Save');
  await waitFor(async () => expect(await listOutbox(store, scope)).toHaveLength(1));
  const [row] = await listOutbox(store, scope);
  expect(row).toMatchObject({ kind: 'team_edit', entity: 'team:7' });
  expect(JSON.parse(row?.body ?? '')).toMatchObject({
    data: { team: { id: 7, name: 'Plateau', leaders: [{ id: 4 }], users: [{ id: 1 }, { id: 5 }] } },
  });
});

it('removes several people from a team at once, and offers only teams that they are in', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/people');
  await screen.findByText('Zoé Oger');
  await press('button', 'Choose people');
  await press('checkbox', /^Zoé Oger/);
  await press('button', 'Remove from a team');
  expect(await screen.findByText('None of those chosen is in a team.')).toBeTruthy();
  await press('button', 'Close');
  await press('button', 'Choose all shown');
  await press('button', 'Remove from a team');
  await press('radio', /^Plateau Of those chosen in this team: 2/);
  await press('button', 'Save');
  await waitFor(async () => expect(await listOutbox(store, scope)).toHaveLength(1));
  const [row] = await listOutbox(store, scope);
  expect(row).toMatchObject({ kind: 'team_edit', entity: 'team:7' });
  expect(JSON.parse(row?.body ?? '')).toMatchObject({
    data: { team: { id: 7, name: 'Plateau', leaders: [], users: [] } },
  });
});

it('writes the listed people with role and teams as CSV, for managers', async () => {
  const { runtime } = await withSpace('manager');
  const files: string[] = [];
  runtime.device.shareFile = ({ text }) => {
    files.push(text);
    return Promise.resolve(true) as never;
  };
  openOrganiser(runtime, '/people');
  await screen.findByText(/^3 people · /);
  await type('Search', 'amina');
  await screen.findByText(/^1 person · /);
  await press('button', 'Download as CSV');
  expect(files[0]?.split('\r\n').slice(1)).toEqual([
    'Amina Berger,amina@example.org,06 00 00 00 04,Lyon,Volunteer,Plateau',
    '',
  ]);
});

it('a volunteer chooses nobody and downloads no list', async () => {
  const { runtime } = await withSpace('user');
  openOrganiser(runtime, '/people');
  await screen.findByText(/^3 people · /);
  expect(screen.queryByRole('button', { name: 'Choose people' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull();
});

it('saves a changed profile on the phone, shows it immediately, and sends only what was changed', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/people/4/edit');
  await screen.findByLabelText('First name');
  await type('Mail', 'amina@');
  await press('button', 'Save');
  expect(screen.getByText('This mail address is not complete.')).toBeTruthy();
  expect(await listOutbox(store, scope)).toEqual([]);
  await type('Mail', 'amina.b@example.org');
  await press('button', 'Save');
  const [row] = await listOutbox(store, scope);
  expect(row).toMatchObject({ kind: 'user_update', entity: 'user:4', state: 'queued' });
  expect(JSON.parse(row?.body ?? '')).toEqual({ data: { mail: 'amina.b@example.org' } });
  expect((await getUserView(store, scope, 4))?.user.mail).toBe('amina.b@example.org');
});

it('closes a form once, however often Save is pressed before it is rendered as busy', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  const opened = openOrganiser(runtime, '/people');
  act(() => router.push('/people/4'));
  act(() => router.push('/people/4/edit'));
  await screen.findByLabelText('First name');
  await type('Phone', '06 00 00 00 09');
  const save = screen.getByRole('button', { name: 'Save' });
  await act(async () => {
    fireEvent.press(save);
    fireEvent.press(save);
    await settle();
  });
  await waitFor(() => expect(opened.getPathname()).not.toBe('/people/4/edit'));
  await act(settle);
  expect(opened.getPathname()).toBe('/people/4');
  expect(await listOutbox(store, scope)).toHaveLength(1);
});

it('changes a role, to none above the own role, and shows it as not sent yet', async () => {
  const { runtime, store, scope } = await withSpace('admin');
  openOrganiser(runtime, '/people/4');
  await screen.findByRole('button', { name: 'Change role' });
  await press('button', 'Change role');
  expect(screen.getByText(/^Who gets another role may have to sign in again/)).toBeTruthy();
  await press('radio', /^Manager/);
  await press('button', 'Assign this role');
  const [row] = await listOutbox(store, scope);
  expect(JSON.parse(row?.body ?? '')).toEqual({ data: { user_id: 4, role_id: 2 } });
  expect(await screen.findByText('Manager')).toBeTruthy();
  expect(screen.getByText('Your change sends automatically when there is signal.')).toBeTruthy();
});

it.each([
  ['user', false, false, false],
  ['manager', true, true, false],
  ['admin', true, true, true],
] as const)('a %s may edit %s, invite %s, change roles %s', async (role, edits, invites, changesRoles) => {
  const { runtime } = await withSpace(role);
  openOrganiser(runtime, '/people/4');
  await screen.findByText('Amina Berger');
  await settle();
  expect(screen.queryByRole('button', { name: 'Edit' }) !== null).toBe(edits);
  expect(screen.queryByRole('button', { name: 'Change role' }) !== null).toBe(changesRoles);
  screen.unmount();
  openOrganiser(runtime, '/you');
  await screen.findByText('Marc Dulac');
  await settle();
  expect(screen.queryByText('Invite people') !== null).toBe(invites);
});

it('starts with the addresses that another app shared, next to what was typed before', async () => {
  const { runtime } = await withSpace('manager');
  const arrivals = new Set<() => void>();
  let shared = 'See you there! Ana <ana@example.org>, ben@example.org';
  runtime.device.sharedText = {
    take: () => {
      const taken = shared;
      shared = '';
      return taken;
    },
    onArrival: (listener) => {
      arrivals.add(listener);
      return () => arrivals.delete(listener);
    },
  };
  openOrganiser(runtime, '/people/invite');
  await screen.findByDisplayValue('ana@example.org\nben@example.org');
  shared = 'cleo@example.org';
  act(() => arrivals.forEach((tell) => tell()));
  await screen.findByDisplayValue('ana@example.org\nben@example.org\ncleo@example.org');
});

it('invites valid addresses, leaves the others to be corrected, and shows the results', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/people/invite');
  await screen.findByLabelText('Mail addresses');
  await type(
    'Mail addresses',
    'ben@example.org, ben@example.org; amina@example.org nobody.example.org, carl@'
  );
  await settle();
  expect(screen.getByText('1 address is ready')).toBeTruthy();
  expect(screen.getByText('1 occurs more than once')).toBeTruthy();
  expect(screen.getByText('1 is in the space already')).toBeTruthy();
  expect(screen.getByText('1 is not a mail address')).toBeTruthy();
  await press('button', 'Invite 1 person');
  const [row] = await listOutbox(store, scope);
  expect(JSON.parse(row?.body ?? '').data.invitations).toEqual([{ email: 'ben@example.org' }]);
  expect(screen.getByLabelText('Mail addresses').props.value).toBe('carl@');
  expect(await screen.findByText('1 address on this phone')).toBeTruthy();
  await store.write((tx) =>
    saveInvitationResult(tx, scope, {
      rowId: row?.id ?? '',
      sentAt: 1,
      invitations: [
        { id: 1, email: 'ben@example.org', role: { name: 'Volunteer' } },
        { id: 2, email: 'amina@example.org', user_id: 4 },
      ],
    })
  );
  expect(await screen.findByText(/1 added, 1 invited/)).toBeTruthy();
  expect(screen.getByText('Added')).toBeTruthy();
});

it('refuses to sign out while unsent records are on this phone', async () => {
  const { runtime } = await withSpace('user');
  runtime.session.countOnlyHere = () => Promise.resolve(3);
  openOrganiser(runtime, '/you');
  await screen.findByText('Marc Dulac');
  await press('button', 'Sign out');
  expect(screen.getByText(/3 records on this phone are not sent yet/)).toBeTruthy();
  expect(screen.queryByText('Sign out?')).toBeNull();
});

it('names the other space that the unsent records are in', async () => {
  const { runtime } = await withSpace('user');
  const { store, scope } = runtime;
  const other = await openScope(store, { ...scope, spaceId: 99 });
  const spaces = [scope.spaceId, 99].map((id) => ({ id, name: `Space no. ${id}`, role: null }));
  const row = userUpdateRow({ id: 'row-1', seen: { id: 1 }, who: 'Marc' }, { mail: 'marc@example.org' });
  await store.write(async (tx) => {
    await setFact(tx, scope, 'spaces', spaces);
    await enqueue(tx, other, row, runtime.now());
  });
  runtime.session.countOnlyHere = () => Promise.resolve(1);
  openOrganiser(runtime, '/settings');
  await press('button', 'Sign out');
  expect(await screen.findByText(/^Records wait in .*Space no\. 99.*\. Switch there/)).toBeTruthy();
  // The Outbox shows this space only.
  expect(screen.queryByText('Open the Outbox')).toBeNull();
  await press('button', 'Your spaces');
  expect(await screen.findByText('1 record waits here until you come back')).toBeTruthy();
});

it('refuses as well for a record that was saved meanwhile', async () => {
  const { runtime } = await withSpace('user');
  runtime.session.signOut = () => Promise.resolve({ kind: 'unsent', count: 1 });
  openOrganiser(runtime, '/you');
  await screen.findByText('Marc Dulac');
  await press('button', 'Sign out');
  fireEvent.press(screen.getAllByRole('button', { name: 'Sign out' }).at(-1) ?? screen.root);
  await settle();
  expect(screen.getByText(/1 record on this phone is not sent yet/)).toBeTruthy();
});

it('shows in the form of another person that the profile belongs to another space', async () => {
  const { runtime } = await withSpace('manager');
  openOrganiser(runtime, '/people/4/edit');
  await screen.findByLabelText('First name');
  expect(screen.getByText(/^People from another space have their profile there/)).toBeTruthy();
  screen.unmount();
  openOrganiser(runtime, '/people/1/edit');
  await screen.findByLabelText('First name');
  expect(screen.queryByText(/^Whoever came from another space/)).toBeNull();
});
