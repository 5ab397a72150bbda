import { act, fireEvent, renderHook, screen, within } from '@testing-library/react-native';
import { Modal, ScrollView, StyleSheet } from 'react-native';

import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { type NavigationItem, NavigationFrame } from '@/ui/NavigationFrame';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';
import { TwoPane } from '@/ui/TwoPane';
import { doubleTapMs, space } from '@/ui/tokens';
import { useBackdropPress } from '@/ui/useBackdropPress';

import { renderUi, onWindow } from './support';

beforeEach(() => onWindow(390));

describe('Screen', () => {
  it('has one heading, Back and the text of the bar', () => {
    const onBack = jest.fn();
    renderUi(
      <Screen title="Record" titlePlace="bar" back={{ label: 'Back', onPress: onBack }} barText="Draft kept">
        <Text>Inside</Text>
      </Screen>
    );
    expect(screen.getAllByRole('heading')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Record' })).toBeTruthy();
    expect(screen.getByText('Draft kept')).toBeTruthy();
    fireEvent.press(screen.getByRole('button', { name: 'Back' }));
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('keeps the main button outside the scroll view', () => {
    renderUi(
      <Screen title="Record" footer={<Button label="Save" size="main" onPress={jest.fn()} />}>
        <Text>Inside</Text>
      </Screen>
    );
    const isInScroll = (name: string) => {
      for (let node = screen.getByText(name).parent; node !== null; node = node.parent)
        if (node.type === ScrollView) return true;
      return false;
    };
    expect(isInScroll('Inside')).toBe(true);
    expect(isInScroll('Save')).toBe(false);

    // With text of twice the size the footer scrolls with the page.
    onWindow(390, 2);
    expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1);
    expect(isInScroll('Save')).toBe(true);

    // So does a tall footer in landscape; a single button stays pinned.
    onWindow(844, 1, 390);
    const layOut = (height: number) =>
      fireEvent(screen.getByText('Save'), 'layout', { nativeEvent: { layout: { height } } });
    layOut(90);
    expect(isInScroll('Save')).toBe(false);
    layOut(160);
    expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1);
    expect(isInScroll('Save')).toBe(true);
    onWindow(390);
    expect(isInScroll('Save')).toBe(false);
  });
});

describe('the safe areas of a phone on its side', () => {
  const paddingsAround = (text: string) => {
    const paddings: { start: unknown; end: unknown }[] = [];
    for (let node = screen.getByText(text).parent; node !== null; node = node.parent) {
      const { paddingStart: start, paddingEnd: end } = StyleSheet.flatten(node.props.style) ?? {};
      if (start !== undefined) paddings.push({ start, end });
    }
    return paddings;
  };
  const page = (
    <Screen title="Record">
      <Text>Inside</Text>
    </Screen>
  );

  it.each([
    ['ltr', { start: 40, end: 0 }],
    ['rtl', { start: 0, end: 40 }],
  ] as const)('are on their own side from %s', (direction, expected) => {
    renderUi(page, { direction, insets: { left: 40 } });
    expect(paddingsAround('Inside')).toContainEqual(expected);
  });

  it('are beside the tabs of the rail', () => {
    onWindow(900);
    const places: NavigationItem[] = [
      { key: 'home', label: 'Home', icon: 'home', active: true, onPress: jest.fn() },
    ];
    renderUi(
      <NavigationFrame label="Places" items={places}>
        {page}
      </NavigationFrame>,
      { insets: { left: 40 } }
    );
    expect(paddingsAround('Home')).toContainEqual(expect.objectContaining({ start: 40 + space.m }));
    expect(paddingsAround('Inside')).toContainEqual({ start: 0, end: 0 });
  });
});

describe('NavigationFrame', () => {
  const open = jest.fn();
  const places: NavigationItem[] = [
    { key: 'home', label: 'Home', icon: 'home', active: true, onPress: jest.fn() },
    {
      key: 'outbox',
      label: 'Outbox',
      icon: 'arrowUp',
      active: false,
      onPress: open,
      badge: { text: '3', label: '3 records on this phone' },
    },
  ];
  const more: NavigationItem[] = [
    { key: 'ledger', label: 'Ledger', icon: 'list', active: false, onPress: jest.fn() },
  ];

  it('is a tab bar on a phone; the count is a description, not part of the label', () => {
    renderUi(
      <NavigationFrame label="Places" items={places} more={more}>
        <Text>Screen</Text>
      </NavigationFrame>
    );
    expect(screen.getByRole('tab', { name: 'Home', selected: true })).toBeTruthy();
    const outbox = screen.getByRole('tab', { name: 'Outbox', selected: false });
    expect(outbox.props.accessibilityHint).toBe('3 records on this phone');
    expect(screen.queryByRole('tab', { name: 'Ledger' })).toBeNull();
    fireEvent.press(outbox);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('is a rail with all tabs from 900 px', () => {
    onWindow(900);
    renderUi(
      <NavigationFrame label="Places" items={places} more={more}>
        <Text>Screen</Text>
      </NavigationFrame>
    );
    expect(screen.getByRole('tab', { name: 'Ledger' })).toBeTruthy();
    expect(screen.getByText('Screen')).toBeTruthy();
  });
});

describe('TwoPane', () => {
  const listScreen = (
    <Screen title="Teams">
      <Text>List</Text>
    </Screen>
  );
  const detailScreen = (
    <Screen title="Old town">
      <Text>Detail</Text>
    </Screen>
  );

  it('has one main landmark, also with two panes', () => {
    const parts = (role: string) =>
      screen.UNSAFE_root.findAll(({ type, props }) => typeof type === 'string' && props.role === role);
    onWindow(1280);
    const { rerender } = renderUi(
      <TwoPane list={listScreen} detail={null} placeholder={<Text>Choose one</Text>} />
    );
    expect(screen.getByText('Choose one')).toBeTruthy();
    expect(parts('main')).toHaveLength(1);
    rerender(<TwoPane list={listScreen} detail={detailScreen} placeholder={false} />);
    expect(screen.getByText('List')).toBeTruthy();
    expect(screen.getByText('Detail')).toBeTruthy();
    expect(parts('main')).toHaveLength(1);
    expect(parts('region').map(({ props }) => props['aria-label'])).toEqual(['Teams']);
  });
});

describe('Dialog', () => {
  it('shows title, content and a close button when open', () => {
    const onClose = jest.fn();
    const dialog = (open: boolean) => (
      <Dialog open={open} title="Ten times the usual" closeLabel="Close" onClose={onClose}>
        <Text>€500.00</Text>
      </Dialog>
    );
    const { rerender } = renderUi(dialog(false));
    expect(screen.queryByText('€500.00')).toBeNull();
    rerender(dialog(true));
    expect(screen.getByRole('heading', { name: 'Ten times the usual' })).toBeTruthy();
    fireEvent.press(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

it('the second tap of a double tap does not close the dialog', () => {
  jest.useFakeTimers();
  const onClose = jest.fn();
  const { result } = renderHook(() => useBackdropPress(true, onClose));
  jest.advanceTimersByTime(doubleTapMs - 50);
  result.current();
  expect(onClose).not.toHaveBeenCalled();
  jest.advanceTimersByTime(100);
  result.current();
  expect(onClose).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});

describe('Toast', () => {
  function Saver() {
    const show = useToast();
    return (
      <Button
        label="Save"
        onPress={() => show({ tone: 'done', icon: 'check', title: 'Saved on this phone', text: '€20.00' })}
      />
    );
  }

  it('appears in a live region and disappears automatically', () => {
    jest.useFakeTimers();
    renderUi(<Saver />);
    fireEvent.press(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Saved on this phone')).toBeTruthy();
    act(() => {
      jest.advanceTimersByTime(5000);
    });
    expect(screen.queryByText('Saved on this phone')).toBeNull();
    jest.useRealTimers();
  });

  it.each([
    [390, 'center'],
    [1280, 'flex-end'],
  ])('is where no row of a list has its title, in a window of %d', (width, alignItems) => {
    onWindow(width);
    renderUi(<Saver />);
    fireEvent.press(screen.getByRole('button', { name: 'Save' }));
    const region = screen.root.findAll((node) => node.props.role === 'status')[0];
    expect(StyleSheet.flatten(region?.props.style)).toMatchObject({ alignItems, bottom: 0 });
    // Narrower than the detail beside a list.
    const widest = screen.root
      .findAll((node) => StyleSheet.flatten(node.props.style)?.maxWidth !== undefined)
      .map((node) => StyleSheet.flatten(node.props.style).maxWidth);
    if (width === 1280) expect(widest).toContain(400);
  });
});

describe('a message while a dialog is open', () => {
  function Page() {
    const toast = useToast();
    return (
      <Dialog open title="Deposit" closeLabel="Close" onClose={jest.fn()}>
        <Button
          label="Deposit"
          onPress={() => toast({ tone: 'person', icon: 'warning', title: 'No signal' })}
        />
      </Dialog>
    );
  }

  it('is in the dialog, which would cover it', () => {
    renderUi(<Page />);
    fireEvent.press(screen.getByRole('button', { name: 'Deposit' }));
    expect(within(screen.UNSAFE_getByType(Modal)).getByText('No signal')).toBeTruthy();
    expect(screen.getAllByText('No signal')).toHaveLength(1);
  });
});
