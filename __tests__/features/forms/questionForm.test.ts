import { type QuestionFields, questionForm, readQuestionForm } from '@/features/forms/questionForm';

const choice = (label: string, value: string | null = null, archived = false) => ({ value, label, archived });
const form = (part: Partial<ReturnType<typeof questionForm>> = {}) => ({
  ...questionForm(null, 'choice'),
  label: 'Which paper?',
  choices: [choice('Echo'), choice('Post')],
  ...part,
});
const errorsOf = (part: Parameters<typeof form>[0]) => {
  const reading = readQuestionForm(form(part), null);
  return reading.kind === 'errors' ? reading.errors : {};
};

it('names what is missing, at its field', () => {
  expect(errorsOf({ label: ' ' })).toEqual({ label: 'label_missing' });
  expect(errorsOf({ choices: [choice('Echo'), choice(' ')] })).toEqual({ choices: 'choices_missing' });
  expect(errorsOf({ choices: [choice('Echo'), choice('echo ')] })).toEqual({ choices: 'same_choice' });
  expect(errorsOf({ type: 'consent' })).toEqual({ wording: 'wording_missing' });
  expect(errorsOf({ type: 'text', label: 'x'.repeat(1_001) })).toEqual({ label: 'too_long' });
  expect(errorsOf({ type: 'number' })).toEqual({});
});

it('sends a wording only for a consent, and choices only for a choice', () => {
  const fieldsOf = (part: Parameters<typeof form>[0]) => {
    const reading = readQuestionForm(form({ wording: 'I agree.', ...part }), null);
    return reading.kind === 'fields' ? Object.keys(reading.fields).sort() : [];
  };
  expect(fieldsOf({ type: 'date' })).toEqual(['archived', 'label']);
  expect(fieldsOf({ type: 'consent' })).toEqual(['archived', 'label', 'wording']);
  expect(fieldsOf({ type: 'several' })).toEqual(['archived', 'label', 'refvalues']);
});

it('gives a new choice a value that no other has, and keeps the value of a renamed one', () => {
  const seen: QuestionFields = {
    label: 'Which paper?',
    archived: false,
    refvalues: [choice('Echo', 'Echo'), choice('Post', 'Post')] as NonNullable<QuestionFields['refvalues']>,
  };
  const same = readQuestionForm(questionForm(seen, 'choice'), seen);
  expect(same).toMatchObject({ kind: 'fields', isChanged: false });
  const choices = [choice('Evening Echo', 'Echo'), choice('', 'Post'), choice('Echo'), choice('')];
  const reading = readQuestionForm(form({ choices }), seen);
  expect(reading).toMatchObject({
    isChanged: true,
    fields: {
      refvalues: [
        { value: 'Echo', label: 'Evening Echo', archived: false },
        { value: 'Post', label: 'Post', archived: true },
        { value: 'Echo 2', label: 'Echo', archived: false },
      ],
    },
  });
});
