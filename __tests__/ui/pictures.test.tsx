import { screen } from '@testing-library/react-native';
import { StyleSheet, type ViewStyle } from 'react-native';

import { Banner } from '@/ui/Banner';
import { BarChart } from '@/ui/BarChart';
import { AmountText } from '@/ui/AmountText';
import { Icon } from '@/ui/Icon';
import { iconShapes } from '@/ui/iconShapes';
import { ListRow } from '@/ui/ListRow';
import { ProgressRing } from '@/ui/ProgressRing';
import { StackedBar } from '@/ui/StackedBar';
import { StatePill, StateRow } from '@/ui/State';
import { Text } from '@/ui/Text';

import { renderUi, onWindow } from './support';

it.each([
  ['none', 0],
  ['a part', 0.62],
  ['more than all', 1.4],
  ['no goal', NaN],
])('a ring of %s is a picture that says its sentence', (_, value) => {
  renderUi(<ProgressRing value={value} text="62%" label="186 of 300 doors" />);
  expect(screen.getByRole('img', { name: '186 of 300 doors' })).toBeTruthy();
});

it('a bar chart is one image with one label, also without data', () => {
  const { rerender } = renderUi(
    <BarChart
      label="€120 in 5 gifts"
      bars={[
        { key: '25', label: '25', value: 100 },
        { key: '26', label: '26', value: 0 },
      ]}
    />
  );
  expect(screen.getByRole('img', { name: '€120 in 5 gifts' })).toBeTruthy();
  rerender(<BarChart label="No gifts" bars={[]} />);
  expect(screen.getByRole('img', { name: 'No gifts' })).toBeTruthy();
});

it('an amount grows with the text up to one line, and never shrinks', () => {
  onWindow(320, 2);
  const most = (amount: string) => {
    renderUi(<AmountText>{amount}</AmountText>);
    return Number(screen.getByText(amount).props.maxFontSizeMultiplier);
  };
  const digit = 18;
  expect(most('€2,304.95') * digit * 9).toBeLessThanOrEqual(320 - 72);
  expect(most('€5.00')).toBeGreaterThan(2);
  expect(most('€1,234,567,890.00')).toBe(1);
  onWindow(390);
});

it.each([
  [1, 'nowrap'],
  [2, 'wrap'],
])('the figure of a line, with text of %s times the size, may stand beneath its words: %s', (size, flow) => {
  onWindow(320, size);
  renderUi(<ListRow title="Dominique Guérin" detail="Cash" value="€20.00" />);
  // The closest ancestor with a flow is the one that text and value share.
  let both = screen.getByText('Dominique Guérin').parent;
  const flowOf = () => StyleSheet.flatten<ViewStyle>(both?.props.style)?.flexWrap;
  while (both && flowOf() === undefined) both = both.parent;
  expect(flowOf()).toBe(flow);
  onWindow(390);
});

it('a stacked bar has a legend', () => {
  renderUi(
    <StackedBar
      label="Sent €160, on this phone €65"
      segments={[
        { key: 'sent', value: 160, tone: 'done', label: 'Sent €160' },
        { key: 'waiting', value: 65, tone: 'waiting', label: 'On this phone €65' },
      ]}
    />
  );
  expect(screen.getByText('Sent €160')).toBeTruthy();
  expect(screen.getByText('On this phone €65')).toBeTruthy();
});

it('a state has text in the row and the pill; its icon is hidden from screen readers', () => {
  renderUi(
    <>
      <StateRow
        tone="moving"
        title="Nadia Kone"
        detail="Donation"
        state="Checking"
        next="whether it arrived."
      />
      <StatePill tone="person" label="1 needs you" icon />
    </>
  );
  expect(screen.getByText(/Checking/)).toBeTruthy();
  expect(screen.getByText('1 needs you')).toBeTruthy();
});

it('a pressable banner is one button with all its text', () => {
  renderUi(
    <Banner
      tone="waiting"
      icon="device"
      title="3 on this phone"
      text="No signal since 14:02."
      onPress={jest.fn()}
    />
  );
  const button = screen.getByRole('button', { name: '3 on this phone' });
  expect(screen.getByRole('button', { name: 'No signal since 14:02.' })).toBe(button);
});

it('every icon renders, and directional ones are mirrored in right-to-left layouts', () => {
  const names = Object.keys(iconShapes) as (keyof typeof iconShapes)[];
  const { toJSON, unmount } = renderUi(
    <>
      {names.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </>
  );
  expect(toJSON()).not.toBeNull();
  unmount();

  const isMirrored = (direction: 'ltr' | 'rtl') => {
    const drawn = renderUi(<Icon name="chevronBack" />, { direction });
    const picture = drawn.root.findAll((node) => node.props['aria-hidden'] === true)[0];
    const style = StyleSheet.flatten(picture?.props.style);
    drawn.unmount();
    return JSON.stringify(style?.transform ?? []).includes('-1');
  };
  expect(isMirrored('ltr')).toBe(false);
  expect(isMirrored('rtl')).toBe(true);
});

it('gives a line of several parts the direction of the page, and a text alone its own', () => {
  const directionOf = (direction: 'ltr' | 'rtl', words: string) => {
    const drawn = renderUi(<Text>{words}</Text>, { direction });
    const dir: unknown = drawn.root.findAll((node) => typeof node.children[0] === 'string')[0]?.props.dir;
    drawn.unmount();
    return dir;
  };
  expect(directionOf('ltr', 'الحسن · by the service')).toBe('ltr');
  expect(directionOf('rtl', 'Zoé Petit · نقدًا')).toBe('rtl');
  expect(directionOf('ltr', 'الحسن')).toBeUndefined();
});

it('keeps a phone number in order on a right-to-left page', () => {
  const written = (direction: 'ltr' | 'rtl', words: string) => {
    const drawn = renderUi(<Text>{words}</Text>, { direction });
    const text = drawn.root.findAll((node) => typeof node.children[0] === 'string')[0]?.children[0];
    drawn.unmount();
    return text;
  };
  expect(written('rtl', '+33 6 12 34')).toBe('\u2066+33 6 12 34\u2069');
  expect(written('rtl', 'نقدًا · Zoé Petit · 20.00')).toBe(
    'نقدًا · \u2066Zoé Petit\u2069 · \u206620.00\u2069'
  );
  expect(written('ltr', 'Gaël الحسن · €20.00')).toBe('\u2068Gaël الحسن\u2069 · €20.00');
  expect(written('ltr', 'Gaël الحسن')).toBe('Gaël الحسن');
  expect(written('rtl', 'رقم 12')).toBe('رقم 12');
  expect(written('rtl', 'Ana')).toBe('Ana');
  expect(written('ltr', '+33 6 12 34')).toBe('+33 6 12 34');
});
