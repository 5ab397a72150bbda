import { type Contact } from '@/contract/contact';
import { decodeAnswers } from '@/features/shared/answers';

describe('answers', () => {
  const forms = [
    {
      id: 1,
      label: 'Newsletter by mail',
      type: 'consent',
      refvalues: [
        { id: 10, label: 'Yes', value: '1' },
        { id: 11, label: 'No', value: '0' },
      ],
    },
    {
      id: 2,
      label: 'Level of support',
      type: 'choice',
      refvalues: [1, 2, 3, 4].map((step) => ({ id: 20 + step, label: `Step ${step}`, value: String(step) })),
    },
    { id: 3, label: 'How they can help', type: 'text' },
  ];
  const contact: Contact = {
    id: 1,
    custom_fields: [{ id: 5, form_id: 3, data: 'Lends a hall' }],
    formdatas: [
      { id: 6, form_id: 2, form_ref_id: 23, data: '3' },
      { id: 7, form_id: 1, form_ref_id: 11, data: '0', date: '2024-05-01T00:00:00Z' },
      { id: 8, form_id: 1, form_ref_id: 10, data: '1', date: '2020-05-01T00:00:00Z' },
      { id: 9, form_id: 99, data: 'Blue' },
      { id: 10, form_id: 3, data: '  ' },
    ],
  };

  it('are decoded by their forms: consents first, the latest of one question first', () => {
    const answers = decodeAnswers(contact, forms);
    expect(
      answers.map(({ question, answer, verdict, scale }) => ({ question, answer, verdict, scale }))
    ).toEqual([
      { question: 'Newsletter by mail', answer: 'No', verdict: 'no', scale: null },
      { question: 'Newsletter by mail', answer: 'Yes', verdict: 'yes', scale: null },
      { question: 'How they can help', answer: 'Lends a hall', verdict: null, scale: null },
      { question: 'Level of support', answer: 'Step 3', verdict: null, scale: { place: 3, of: 4 } },
      { question: null, answer: 'Blue', verdict: null, scale: null },
    ]);
  });

  it('contain no consent that the opt-out has ended', () => {
    const verdicts = decodeAnswers({ ...contact, black_list: true }, forms).map(({ verdict }) => verdict);
    expect(verdicts).toContain('no');
    expect(verdicts).not.toContain('yes');
  });

  it('are shown without their forms too', () => {
    const answers = decodeAnswers(contact, []);
    expect(answers.map(({ formId, answer }) => [formId, answer])).toContainEqual([1, '0']);
    expect(answers.every(({ question }) => question === null)).toBe(true);
  });
});
