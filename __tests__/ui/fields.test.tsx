import { fireEvent, screen } from '@testing-library/react-native';
import { createRef } from 'react';
import { AccessibilityInfo, ScrollView, type TextInput, View } from 'react-native';

import { ChoiceChips } from '@/ui/ChoiceChips';
import { DayField } from '@/ui/DayField';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { TextField } from '@/ui/TextField';
import { space } from '@/ui/tokens';

import { renderUi } from './support';

describe('TextField', () => {
  it('has its label as name and reports every change', () => {
    const onChangeText = jest.fn();
    renderUi(<TextField label="Amount" value="" onChangeText={onChangeText} />);
    fireEvent.changeText(screen.getByLabelText('Amount'), '20');
    expect(onChangeText).toHaveBeenCalledWith('20');
  });

  it('shows the error instead of the hint', () => {
    const { rerender } = renderUi(<TextField label="Amount" value="" hint="In euros" />);
    expect(screen.getByText('In euros')).toBeTruthy();
    expect(screen.getByLabelText('Amount').props['aria-invalid']).toBe(false);

    rerender(
      <TextField label="Amount" value="x" hint="In euros" error="Type an amount, like 20 or 20.50." />
    );
    const field = screen.getByLabelText('Amount');
    expect(screen.queryByText('In euros')).toBeNull();
    expect(field.props['aria-invalid']).toBe(true);
    expect(field.props.accessibilityHint).toBe('Type an amount, like 20 or 20.50.');
    const message = screen.getByText('Type an amount, like 20 or 20.50.');
    expect(field.props['aria-describedby']).toBe(message.props.nativeID ?? message.props.id);
  });
});

describe('ErrorFocus', () => {
  const fields = {
    first: createRef<TextInput>(),
    second: createRef<TextInput>(),
    third: createRef<TextInput>(),
  };
  const form = (round: number, wrong: readonly (keyof typeof fields)[]) => (
    <ErrorFocus submitCount={round}>
      {(['first', 'second', 'third'] as const).map((name) => (
        <TextField
          key={name}
          ref={fields[name]}
          label={name}
          value=""
          error={wrong.includes(name) ? 'Wrong' : undefined}
        />
      ))}
    </ErrorFocus>
  );

  it('focuses the first invalid field after a submit, and not while typing', () => {
    const { rerender } = renderUi(form(0, []));
    // The test renderer has one mock for all fields, which records its instances.
    const { mock } = jest.spyOn(fields.second.current as TextInput, 'focus');
    const focused = () =>
      mock.contexts.map((of) => Object.entries(fields).find(([, field]) => field.current === of)?.[0]);

    rerender(form(0, ['second', 'third']));
    expect(focused()).toEqual([]);
    rerender(form(1, ['second', 'third']));
    expect(focused()).toEqual(['second']);
    rerender(form(1, ['first', 'third']));
    expect(focused()).toEqual(['second']);
    rerender(form(2, ['third']));
    expect(focused()).toEqual(['second', 'third']);
  });
});

describe('ErrorFocus of a radio group', () => {
  beforeEach(() => jest.clearAllMocks());

  const choices = [
    { value: 'cash', label: 'Cash' },
    { value: 'cheque', label: 'Cheque' },
  ];
  const form = (round: number, isWrong: boolean) => (
    <Screen title="Record">
      <ErrorFocus submitCount={round}>
        <ChoiceChips
          label="Paid by"
          choices={choices}
          value={null}
          onChange={() => undefined}
          error={isWrong ? 'Say how it was paid.' : undefined}
        />
        <TextField label="Note" value="" error={isWrong ? 'Wrong' : undefined} />
      </ErrorFocus>
    </Screen>
  );

  it.each([
    ['as far as it takes', 120, 900 + 120 - 700 + space.l],
    ['to the start of one that is taller than the page', 700, 900 - 100 - space.l],
  ])('scrolls %s, and sends a screen reader to its first choice', (_, height, away) => {
    const sent = jest.spyOn(AccessibilityInfo, 'sendAccessibilityEvent');
    const { rerender } = renderUi(form(0, false));
    const page = screen.UNSAFE_getByType(ScrollView).instance as ScrollView;
    const scrollTo = jest.spyOn(page, 'scrollTo');
    const view = screen.UNSAFE_getAllByType(View)[0]?.instance as View;
    jest.spyOn(page, 'getNativeScrollRef').mockReturnValue(view);
    // One mock measures all views: first the question, then the page.
    const places = jest
      .spyOn(view, 'measureInWindow')
      .mockImplementationOnce((callback) => callback(20, 900, 350, height))
      .mockImplementationOnce((callback) => callback(0, 100, 390, 600));
    fireEvent.scroll(screen.UNSAFE_getByType(ScrollView), {
      nativeEvent: { contentOffset: { x: 0, y: 50 } },
    });

    rerender(form(0, true));
    expect(sent).not.toHaveBeenCalled();
    rerender(form(1, true));
    expect(sent.mock.calls).toEqual([[expect.anything(), 'focus']]);
    expect(places).toHaveBeenCalledTimes(2);
    expect(scrollTo.mock.calls).toEqual([[{ y: 50 + away }]]);
  });

  it('does not scroll when the question is visible', () => {
    const { rerender } = renderUi(form(0, true));
    const page = screen.UNSAFE_getByType(ScrollView).instance as ScrollView;
    const scrollTo = jest.spyOn(page, 'scrollTo');
    const view = screen.UNSAFE_getAllByType(View)[0]?.instance as View;
    jest.spyOn(page, 'getNativeScrollRef').mockReturnValue(view);
    const places = jest
      .spyOn(view, 'measureInWindow')
      .mockImplementationOnce((callback) => callback(20, 200, 350, 120))
      .mockImplementationOnce((callback) => callback(0, 100, 390, 600));
    rerender(form(1, true));
    expect(places).toHaveBeenCalledTimes(2);
    expect(scrollTo).not.toHaveBeenCalled();
  });
});

describe('SearchField', () => {
  it('shows its action while empty, else a clear button', () => {
    const onChange = jest.fn();
    const { rerender } = renderUi(
      <SearchField label="Search" clearLabel="Clear" value="" onChange={onChange} />
    );
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    rerender(<SearchField label="Search" clearLabel="Clear" value="ro" onChange={onChange} />);
    fireEvent.press(screen.getByRole('button', { name: 'Clear' }));
    expect(onChange).toHaveBeenCalledWith('');
  });
});

describe('DayField', () => {
  it.each([
    ['2026', '2026'],
    ['20261', '2026-1'],
    ['20261231', '2026-12-31'],
    ['2026-123', '2026-12-3'],
    ['2026-12-31', '2026-12-31'],
    ['2026-', '2026-'],
    ['31.12.26', '31.12.26'],
    ['٢٠٢٦١١١٤', '2026-11-14'],
    ['۲۰۲۶۱', '2026-1'],
  ])('makes of %s what a day is written as: %s', (typed, expected) => {
    const onChange = jest.fn();
    renderUi(<DayField label="Born" pickLabel="Calendar" value="" onChange={onChange} />);
    fireEvent.changeText(screen.getByLabelText('Born'), typed);
    expect(onChange).toHaveBeenCalledWith(expected);
  });
});
