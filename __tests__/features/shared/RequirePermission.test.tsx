import { fireEvent } from '@testing-library/react-native';
import { screen } from 'expo-router/testing-library';

import { settle } from '../support/render';
import { openOrganiser, withSpace } from '../support/organiser';

it.each([
  ['/people/4/edit', 'You cannot edit this profile', '/people/4'],
  ['/people/invite', 'You cannot invite people', '/people'],
  ['/teams/new', 'You cannot create teams', '/teams'],
  ['/teams/7/edit', 'You cannot change this team', '/teams/7'],
  ['/actions/new', 'You cannot plan actions', '/actions'],
  ['/ledger/100/correct', 'You cannot correct this', '/ledger/100'],
])('%s, opened by its address, says to a volunteer: %s; and leads back', async (address, words, parent) => {
  const { runtime } = await withSpace('user');
  const opened = openOrganiser(runtime, address);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Save|Invite)/ })).toBeNull();
  // The button below the sentence; another one is in the bar.
  fireEvent.press(screen.getAllByRole('button', { name: 'Back' }).at(-1) ?? screen.root);
  await settle();
  expect(opened.getPathname()).toBe(parent);
});

it.each([
  ['manager', '/people/4/edit', 'First name'],
  ['manager', '/teams/new', 'Name'],
  ['user', '/people/1/edit', 'First name'],
] as const)('a %s who may finds the form at %s', async (role, address, field) => {
  const { runtime } = await withSpace(role);
  openOrganiser(runtime, address);
  expect(await screen.findByLabelText(field)).toBeTruthy();
});

it('a manager does not edit a person above them', async () => {
  const { runtime } = await withSpace('manager');
  openOrganiser(runtime, '/people/5/edit');
  expect(await screen.findByText('You cannot edit this profile')).toBeTruthy();
});

it('before the first download says what is downloaded, not that the person may not', async () => {
  const { runtime, fakes } = await withSpace('manager');
  fakes.setStatus({
    lastPulledAt: null,
    phase: { kind: 'pulling', step: 'users', done: 0, total: null },
  });
  openOrganiser({ ...runtime, role: { get: () => null, subscribe: () => () => undefined } }, '/teams/new');
  expect(await screen.findByText(/^First download: people/)).toBeTruthy();
  expect(screen.queryByText('You cannot create teams')).toBeNull();
});
