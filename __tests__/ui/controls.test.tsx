import { fireEvent, screen } from '@testing-library/react-native';
import { StyleSheet } from 'react-native';

import { Avatar, initialsOf } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { ChoiceCards } from '@/ui/ChoiceCards';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { IconButton } from '@/ui/IconButton';
import { ListRow } from '@/ui/ListRow';
import { CheckboxRow } from '@/ui/CheckboxRow';

import { renderUi } from './support';

const heightOf = (name: string) => {
  const style = StyleSheet.flatten(screen.getByLabelText(name).props.style);
  return Math.max(Number(style.minHeight ?? 0), Number(style.height ?? 0));
};

describe('Button', () => {
  it('is a button with its label, and calls onPress', () => {
    const onPress = jest.fn();
    renderUi(<Button label="Save" icon="check" size="main" onPress={onPress} />);
    fireEvent.press(screen.getByRole('button', { name: 'Save' }));
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('ignores presses while busy, and has the busy state', () => {
    const onPress = jest.fn();
    renderUi(<Button label="Save" busy onPress={onPress} />);
    fireEvent.press(screen.getByRole('button', { name: 'Save', busy: true }));
    expect(onPress).not.toHaveBeenCalled();
  });

  it('is 64 high as the main button, and otherwise 48', () => {
    renderUi(
      <>
        <Button label="Main" size="main" onPress={jest.fn()} />
        <Button label="Other" kind="secondary" onPress={jest.fn()} />
        <Button label="Quiet" kind="quiet" onPress={jest.fn()} />
        <IconButton label="Call" icon="phone" onPress={jest.fn()} />
        <CheckboxRow label="Here" checked={false} onChange={jest.fn()} />
        <ChoiceChips
          label="Kind"
          choices={[{ value: 'a', label: 'Chip' }]}
          value={null}
          onChange={jest.fn()}
        />
        <ChoiceCards
          label="Price"
          choices={[{ value: 'a', title: 'Card' }]}
          value={null}
          onChange={jest.fn()}
        />
      </>
    );
    expect(heightOf('Main')).toBeGreaterThanOrEqual(64);
    for (const name of ['Other', 'Quiet', 'Call', 'Here', 'Chip', 'Card'])
      expect(heightOf(name)).toBeGreaterThanOrEqual(48);
  });
});

describe('choices', () => {
  const kinds = [
    { value: 'donation', label: 'Donation' },
    { value: 'membership', label: 'Membership' },
  ] as const;

  it('is as wide chosen as not, so that no chip moves', () => {
    renderUi(<ChoiceChips label="What" choices={kinds} value="donation" onChange={jest.fn()} />);
    const weightOf = (name: string) => StyleSheet.flatten(screen.getByText(name).props.style).fontWeight;
    expect(weightOf('Donation')).toBe(weightOf('Membership'));
  });

  it('are radios in a group with the label of the question', () => {
    const onChange = jest.fn();
    renderUi(<ChoiceChips label="What" choices={kinds} value="donation" onChange={onChange} />);
    expect(screen.getByLabelText('What').props.role).toBe('radiogroup');
    expect(screen.getByRole('radio', { name: 'Donation', checked: true })).toBeTruthy();
    fireEvent.press(screen.getByRole('radio', { name: 'Membership', checked: false }));
    expect(onChange).toHaveBeenCalledWith('membership');
  });

  it('have one tab stop: the selected one, else the first', () => {
    const { rerender } = renderUi(
      <ChoiceChips label="What" choices={kinds} value={null} onChange={jest.fn()} />
    );
    expect(screen.getByRole('radio', { name: 'Donation' }).props.tabIndex).toBe(0);
    expect(screen.getByRole('radio', { name: 'Membership' }).props.tabIndex).toBe(-1);
    rerender(<ChoiceChips label="What" choices={kinds} value="membership" onChange={jest.fn()} />);
    expect(screen.getByRole('radio', { name: 'Donation' }).props.tabIndex).toBe(-1);
    expect(screen.getByRole('radio', { name: 'Membership' }).props.tabIndex).toBe(0);
  });

  it('have the amount and the name of a price as label', () => {
    renderUi(
      <ChoiceCards
        label="Price"
        choices={[{ value: '1', title: '€20', detail: 'An evening’s hall' }]}
        value="1"
        onChange={jest.fn()}
      />
    );
    expect(screen.getByRole('radio', { name: '€20 An evening’s hall', checked: true })).toBeTruthy();
  });

  it('show the error at the group', () => {
    renderUi(
      <ChoiceChips
        label="Paid by"
        choices={[]}
        value={null}
        onChange={jest.fn()}
        error="Choose a payment method."
      />
    );
    expect(screen.getByText('Choose a payment method.').props['aria-live']).toBe('polite');
  });
});

describe('CheckboxRow', () => {
  it('toggles', () => {
    const onChange = jest.fn();
    renderUi(<CheckboxRow label="Amina Berger" checked onChange={onChange} />);
    fireEvent.press(screen.getByRole('checkbox', { name: 'Amina Berger', checked: true }));
    expect(onChange).toHaveBeenCalledWith(false);
  });
});

describe('ListRow', () => {
  it('is one button with all its text as label', () => {
    const onPress = jest.fn();
    renderUi(<ListRow title="Paid by someone else" value="No" onPress={onPress} expanded={false} />);
    fireEvent.press(screen.getByRole('button', { name: 'Paid by someone else', expanded: false }));
    expect(screen.getByRole('button', { name: 'No' })).toBe(
      screen.getByRole('button', { name: 'Paid by someone else' })
    );
    expect(onPress).toHaveBeenCalled();
  });

  it('keeps trailing controls outside its button', () => {
    const onOpen = jest.fn();
    const onCall = jest.fn();
    renderUi(
      <ListRow
        title="Amina"
        onPress={onOpen}
        trailing={<IconButton icon="phone" label="Call Amina" onPress={onCall} />}
      />
    );
    fireEvent.press(screen.getByRole('button', { name: 'Call Amina' }));
    expect(onCall).toHaveBeenCalledTimes(1);
    expect(onOpen).not.toHaveBeenCalled();
  });
});

describe('Avatar', () => {
  it.each([
    ['Jeanne Lacombe', 'JL'],
    ['amina', 'A'],
    ['Marie de la Tour', 'MT'],
    ['  ', ''],
    ['+33 6 39 98 06 33', ''],
    ['Jeanne (Mme) 3', 'J'],
    ['علي حسن', 'عح'],
    ['𝔸nna 𝔹', '𝔸𝔹'],
  ])('%s is drawn as %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

  it('is hidden from screen readers, or a button if pressable', () => {
    const { rerender } = renderUi(<Avatar name="Marc Dulac" />);
    expect(screen.queryByText('MD')).toBeNull();
    rerender(<Avatar name="Marc Dulac" label="You" onPress={jest.fn()} />);
    expect(screen.getByRole('button', { name: 'You MD' })).toBeTruthy();
  });
});
