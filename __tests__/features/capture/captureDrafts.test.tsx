import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { getDraft, setDraft } from '@/db/drafts';
import { StoreError } from '@/db/errors';
import { CaptureScreen } from '@/features/capture/CaptureScreen';
import type { Draft } from '@/features/capture/draft';
import { Text } from '@/ui/Text';

import { saturday } from '../support/runtime';
import { createWrapper, press, settle, type } from '../support/render';
import { draftOf } from './catalogue';

import { open, withCatalogue } from './captureForm';

it('begins with an empty form and offers the unfinished form, which is continued only on request', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await store.write((tx) =>
    setDraft(tx, scope, 'capture:new:door', draftOf({ note: 'ring twice' }), saturday)
  );
  await open(runtime, '/record');
  await screen.findByText('Who is it?');
  await press('button', /^Unfinished: Jeanne.*€20.00/);
  await screen.findByText('Draft kept');
  await press('button', 'Start over');
  expect(await getDraft(store, scope, 'capture:new:door')).not.toBeNull();
  expect(screen.getByText('What you typed here is deleted.')).toBeTruthy();
});

it('discards an unfinished form after a question', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await store.write((tx) => setDraft(tx, scope, 'capture:new:door', draftOf(), saturday));
  await store.write((tx) => setDraft(tx, scope, 'capture:fix:5', { ...draftOf(), replaces: '5' }, saturday));
  await open(runtime, '/record');
  await screen.findByText('Who is it?');
  // A correction is no unfinished gift.
  expect(screen.getAllByRole('button', { name: /^Unfinished/ })).toHaveLength(1);
  await press('button', 'Discard');
  expect(screen.getByText(/^Discard Jeanne.*€20.00\?$/)).toBeTruthy();
  await press('button', 'Discard');
  expect(await getDraft(store, scope, 'capture:new:door')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Unfinished/ })).toBeNull();
});

it('names the form in its address, so that the same one opens again', async () => {
  const { runtime } = await withCatalogue();
  const opened = renderRouter(
    { index: () => <Text>The door</Text>, record: CaptureScreen },
    { initialUrl: '/record', wrapper: createWrapper(runtime) }
  );
  await settle();
  await press('button', 'No name');
  await press('radio', 'Other Type an amount');
  await type('Amount', '35');
  const { draft } = opened.getSearchParams();
  expect(draft).toMatch(/^capture:new:/);
  screen.unmount();
  await open(runtime, `/record?draft=${String(draft)}`);
  expect((await screen.findByLabelText('Amount')).props.value).toBe('35');
});

it('stores every letter: the form is restored with its input', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Other Type an amount');
  await type('Amount', '3');
  await type('Amount', '35');
  await screen.findByText('Draft kept');
  expect((await getDraft<Draft>(store, scope, 'capture:contact:7'))?.draft.people[0]?.donation.typed).toBe(
    '35'
  );

  screen.unmount();
  await open(runtime);
  expect((await screen.findByLabelText('Amount')).props.value).toBe('35');
  expect(screen.getByText('Draft kept')).toBeTruthy();
});

it('says that a full phone could not discard a form, and asks again', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await store.write((tx) => setDraft(tx, scope, 'capture:new:door', draftOf(), saturday));
  await open(runtime, '/record');
  await screen.findByText('Who is it?');
  await press('button', 'Discard');
  jest.spyOn(store, 'write').mockRejectedValueOnce(new StoreError('full', 'no room'));
  await press('button', 'Discard');
  expect(await screen.findByText(/^This phone is out of storage\. Nothing changed/)).toBeTruthy();
  expect(screen.getByText(/^Discard Jeanne/)).toBeTruthy();
});

it('says that a full phone could not start the form over', async () => {
  const { runtime, store } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Other Type an amount');
  await type('Amount', '35');
  await press('button', 'Start over');
  jest.spyOn(store, 'write').mockRejectedValueOnce(new StoreError('full', 'no room'));
  await press('button', 'Yes, start over');
  expect(await screen.findByText(/^This phone is out of storage\. Nothing changed/)).toBeTruthy();
});
