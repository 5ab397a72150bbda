import { act } from '@testing-library/react-native';
import { router } from 'expo-router';
import { renderRouter, screen } from 'expo-router/testing-library';

import { PeopleScreen } from '@/features/people/PeopleScreen';
import { PersonScreen } from '@/features/people/PersonScreen';
import { SettingsScreen } from '@/features/settings/SettingsScreen';
import { DevicesScreen } from '@/features/you/DevicesScreen';
import { YouScreen } from '@/features/you/YouScreen';
import { TabsLayout, tabScreens } from '@/shell/TabsLayout';
import { Text } from '@/ui/Text';

import * as peopleLayout from '../../../app/(tabs)/people/_layout';
import { createWrapper, press } from '../support/render';
import { withSpace } from '../support/organiser';

const Elsewhere = () => <Text>Elsewhere</Text>;

const shown = ['home', 'people'];
const otherPlaces = Object.fromEntries(
  tabScreens.filter(({ name }) => !shown.includes(name)).map(({ name }) => [`(tabs)/${name}`, Elsewhere])
);

/** The tabs of the app in their layout; unused ones are only a text. */
async function openPlaces() {
  const { runtime, fakes } = await withSpace('manager');
  const opened = renderRouter(
    {
      ...otherPlaces,
      '(tabs)/_layout': TabsLayout,
      '(tabs)/index': () => <Text>The home</Text>,
      '(tabs)/you': YouScreen,
      '(tabs)/people/_layout': peopleLayout,
      '(tabs)/people/index': PeopleScreen,
      '(tabs)/people/[id]/index': PersonScreen,
      '(tabs)/settings': SettingsScreen,
      '(tabs)/devices': DevicesScreen,
    },
    { initialUrl: '/', wrapper: createWrapper(runtime) }
  );
  await screen.findByText('The home');
  act(() => router.push('/you'));
  await screen.findByText('Marc Dulac');
  return { opened, fakes };
}

it.each([
  ['Settings', '/settings'],
  ['Where you are signed in', '/devices'],
  ['People', '/people'],
])('goes back from %s to You, where it was opened', async (name, address) => {
  const { opened } = await openPlaces();
  await press('button', name);
  expect(opened.getPathname()).toBe(address);
  await press('button', 'Back');
  expect(opened.getPathname()).toBe('/you');
});

it('goes back from a list to where it was opened, whichever detail was open in it before', async () => {
  const { opened } = await openPlaces();
  await press('button', 'People');
  await press('button', /^Amina Berger/);
  expect(opened.getPathname()).toBe('/people/4');
  act(() => router.navigate('/'));
  act(() => router.push('/you'));
  await press('button', 'People');
  expect(opened.getPathname()).toBe('/people');
  await press('button', 'Back');
  expect(opened.getPathname()).toBe('/you');
});

it('fetches the signed-in devices again each time it is opened', async () => {
  const { fakes } = await openPlaces();
  const device = { id: 2, created_at: '', last_used_at: '', current: false };
  fakes.devices = { kind: 'listed', devices: [{ ...device, name: 'The tablet' }] };
  await press('button', 'Where you are signed in');
  expect(await screen.findByText('The tablet')).toBeTruthy();
  await press('button', 'Back');
  fakes.devices = { kind: 'listed', devices: [{ ...device, name: 'A stranger' }] };
  await press('button', 'Where you are signed in');
  expect(await screen.findByText('A stranger')).toBeTruthy();
  expect(screen.queryByText('The tablet')).toBeNull();
});
