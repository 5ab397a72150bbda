import { act, fireEvent, screen } from '@testing-library/react-native';
import { router } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';
import { useState } from 'react';
import { Dimensions, TextInput } from 'react-native';

import { ListDetailLayout } from '@/shell/ListDetailLayout';
import { Text } from '@/ui/Text';
import { ThemeProvider } from '@/ui/theme';

function setWidth(width: number) {
  const size = { width, height: 800, scale: 1, fontScale: 1 };
  act(() => Dimensions.set({ window: size, screen: size }));
}

function Form() {
  const [typed, setTyped] = useState('');
  return <TextInput accessibilityLabel="Note" value={typed} onChangeText={setTyped} />;
}

const list = () => <Text>The list</Text>;

function open(path: string) {
  const layout = () => (
    <ListDetailLayout root="/people" list={list()} placeholder={<Text>Choose one</Text>} />
  );
  renderRouter(
    {
      'people/_layout': { default: layout, unstable_settings: { anchor: 'index' } },
      'people/index': list,
      'people/[id]': Form,
    },
    { initialUrl: path, wrapper: ThemeProvider }
  );
}

afterEach(() => setWidth(390));

it('keeps what is typed in the detail when the window becomes wide and narrow again', () => {
  setWidth(390);
  open('/people/1');
  fireEvent.changeText(screen.getByLabelText('Note'), 'Asks for a call');
  setWidth(1280);
  expect(screen.getByText('The list')).toBeTruthy();
  expect(screen.getByLabelText('Note').props.value).toBe('Asks for a call');
  setWidth(390);
  expect(screen.queryByText('The list')).toBeNull();
  expect(screen.getByLabelText('Note').props.value).toBe('Asks for a call');
});

it('shows the list once, beside the placeholder or the only detail that is mounted', () => {
  setWidth(1280);
  open('/people');
  expect(screen.getAllByText('The list', { includeHiddenElements: true })).toHaveLength(1);
  expect(screen.getByText('Choose one')).toBeTruthy();
  act(() => router.push('/people/1'));
  fireEvent.changeText(screen.getByLabelText('Note'), 'Typed about the first');
  act(() => router.push('/people/2'));
  expect(screen.queryByText('Choose one')).toBeNull();
  expect(screen.getAllByLabelText('Note', { includeHiddenElements: true })).toHaveLength(1);
  expect(screen.getByLabelText('Note').props.value).toBe('');
  expect(screen.getAllByText('The list', { includeHiddenElements: true })).toHaveLength(1);
});
