import { readAnswers } from '@/domain/answers';

const forms = [
  { id: 1, type: 'number' },
  { id: 2, type: 'date' },
  { id: 3, type: 'text' },
] as const;
const read = (number: string, date: string) => readAnswers(forms, { 1: [number], 2: [date], 3: ['٣ أطفال'] });

test('numbers and days are sent in Latin digits, a text as it was typed', () => {
  const data = (number: string, date: string) => {
    const reading = read(number, date);
    return reading.kind === 'answers' ? reading.answers.map((answer) => answer.data) : reading.errors;
  };
  expect(data('٢٫٥', '٢٠٢٦-١١-١٤')).toEqual(['2.5', '2026-11-14', '٣ أطفال']);
  expect(data('2,5', '2026-11-14')).toEqual(['2,5', '2026-11-14', '٣ أطفال']);
  expect(data('two', '2026-02-30')).toEqual({ 1: 'bad_number', 2: 'bad_day' });
  expect(data('1', '0202-01-01')).toEqual({ 2: 'bad_day' });
});
