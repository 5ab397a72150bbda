import { fireEvent, screen } from '@testing-library/react-native';

import { LetterIndex } from '@/ui/LetterIndex';

import { renderUi, onWindow } from './support';

const letters = ['A', 'B', 'C', 'D', 'M', 'Z'];

function renderIndex(current = 0, height = 600) {
  const jumps: number[] = [];
  renderUi(
    <LetterIndex
      label="Jump to a letter"
      letters={letters}
      current={current}
      onJump={(place) => jumps.push(place)}
    />
  );
  const strip = screen.getByLabelText('Jump to a letter');
  fireEvent(strip, 'layout', { nativeEvent: { layout: { height } } });
  return { jumps, strip: screen.getByLabelText('Jump to a letter') };
}

const at = (locationY: number) => ({ nativeEvent: { locationY } });
const hidden = { includeHiddenElements: true };

it('jumps once to each letter that the finger passes', () => {
  const { jumps, strip } = renderIndex();
  fireEvent(strip, 'responderGrant', at(450));
  for (const y of [455, 499, 501, 650, -20]) fireEvent(strip, 'responderMove', at(y));
  expect(jumps).toEqual([4, 5, 0]);
});

it('shows the letter beside the finger while it touches', () => {
  const { strip } = renderIndex();
  fireEvent(strip, 'responderGrant', at(450));
  expect(screen.getAllByText('M', hidden)).toHaveLength(2);
  fireEvent(strip, 'responderRelease', at(450));
  expect(screen.getAllByText('M', hidden)).toHaveLength(1);
});

it('does not give the gesture to the list', () => {
  const { strip } = renderIndex();
  expect(strip.props.onResponderTerminationRequest()).toBe(false);
});

it('is one slider for a screen reader, with the letter as its value', () => {
  const { jumps, strip } = renderIndex(2);
  expect(strip.props.accessibilityValue ?? strip.props['aria-valuetext']).toBeTruthy();
  fireEvent(strip, 'accessibilityAction', { nativeEvent: { actionName: 'increment' } });
  fireEvent(strip, 'accessibilityAction', { nativeEvent: { actionName: 'decrement' } });
  expect(jumps).toEqual([3, 1]);
});

it('stops at the last letter', () => {
  const { jumps, strip } = renderIndex(5);
  fireEvent(strip, 'accessibilityAction', { nativeEvent: { actionName: 'increment' } });
  expect(jumps).toEqual([]);
});

it('shows as many letters as fit', () => {
  onWindow(390, 1);
  renderIndex(0, 50);
  expect(letters.filter((letter) => screen.queryAllByText(letter, hidden).length > 0)).toEqual([
    'A',
    'C',
    'M',
  ]);
});
