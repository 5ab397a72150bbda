export const help = {
  title: 'Help',
  page: '{{page}} of {{pages}}',
  next: 'Next',
  before: 'Previous',
  done: 'Got it',
  record: {
    title: 'Record at the door',
    text: 'Tap Record, choose the person, the amount and the payment method, then save.',
    more: 'This works without signal. A saved record stays on this phone and is never lost.',
  },
  doors: {
    title: 'Mark every door',
    text: 'Open your action, then Doors. One tap says what happened: Talked, Nobody in, Refused or Come back.',
    more: 'Undo takes the last mark back.',
  },
  send: {
    title: 'Doorstep sends automatically',
    text: 'When there is signal, Doorstep sends every record once.',
    more: 'The Outbox shows what waits and what needs you. Do not delete the app while records wait.',
  },
  correct: {
    title: 'Correct a mistake',
    text: 'Undo right after saving, or change or cancel the record in the Outbox.',
    more: 'Correct a sent record until you count the cash of your shift. After that a manager corrects it.',
  },
} as const;
