/** Practice mode; `words` are the names in its invented space. */
export const practice = {
  title: 'Practice mode',
  about: 'Try everything with invented people. Nothing is sent, and your records stay as they are.',
  start: 'Start practising',
  bar: 'Practice: nothing is sent',
  leave: 'Leave practice',
  line: 'Practice. Nothing is sent, and all of it is deleted when you leave.',
  blocked: 'Practice: nothing leaves this phone',
  words: {
    space: 'Practice space',
    action: 'Practice round',
    pitch: 'Hello, we are practising. Try Record, mark a few doors, and undo something.',
    team: 'Practice team',
    street: 'Practice Street',
    town: 'Sampleton',
  },
} as const;
