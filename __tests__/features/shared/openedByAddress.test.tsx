import { renderRouter, screen } from 'expo-router/testing-library';

import { EditPersonScreen } from '@/features/people/EditPersonScreen';
import { PeopleScreen } from '@/features/people/PeopleScreen';
import { PersonScreen } from '@/features/people/PersonScreen';

import * as layout from '../../../app/(tabs)/people/_layout';
import { createWrapper, press, settle, type } from '../support/render';
import { withSpace } from '../support/organiser';

/** The screens of people as the app lays them: a list, and over it what was chosen. */
async function open(initialUrl: string) {
  const { runtime } = await withSpace('manager');
  return renderRouter(
    {
      'people/_layout': layout,
      'people/index': PeopleScreen,
      'people/[id]/index': PersonScreen,
      'people/[id]/edit': EditPersonScreen,
    },
    { initialUrl, wrapper: createWrapper(runtime) }
  );
}

it('Back of a form that was opened by its address leads to the person, and from there to the list', async () => {
  const opened = await open('/people/4/edit');
  await screen.findByLabelText('First name');
  await press('button', 'Back');
  expect(opened.getPathnameWithParams()).toBe('/people/4');
  await screen.findByRole('button', { name: 'Edit' });
  await press('button', 'Back');
  expect(opened.getPathnameWithParams()).toBe('/people');
  expect(await screen.findByText('Zoé Oger')).toBeTruthy();
});

it('a form that was opened by its address and saved shows the person', async () => {
  const opened = await open('/people/4/edit');
  await screen.findByLabelText('First name');
  await type('Phone', '06 00 00 00 09');
  await press('button', 'Save');
  await settle();
  expect(opened.getPathnameWithParams()).toBe('/people/4');
});
