/** Practice mode; `words` are the names in its invented space. */
export const practice = {
  title: 'Practice mode',
  about: 'Try everything with invented people. Nothing is sent, and your records stay as they are.',
  start: 'Start practising',
  bar: 'Practice: nothing is sent',
  leave: 'Leave practice',
  line: 'What you record here is deleted when you leave.',
  blocked: 'Practice: nothing leaves this phone',
  noCodes: 'A practice has no codes',
  noCodesText:
    'In a real hand-over one phone shows a code. The other person scans it, counts the cash, and shows an answer.',
  words: {
    space: 'Practice space',
    action: 'Practice round',
    pitch: 'Hello, we are practising. Try Record, mark a few doors, and undo something.',
    team: 'Practice team',
    street: 'Practice Street',
    town: 'Sampleton',
  },
} as const;
