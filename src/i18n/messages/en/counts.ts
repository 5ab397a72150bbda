/** Counting again, and what happens to the records of a count after it. */
export const counts = {
  again: {
    open: 'Count again',
    title: 'Count again',
    replaces: 'You counted {{amount}} ({{time}})',
    text: 'The new count replaces it. Both are kept, and managers see both.',
    save: 'Save the new count',
    ask: 'Save with a difference?',
    askYes: 'Save with the difference',
    done: 'Counted again',
    doneText: 'Saved on this phone. The first count stays visible.',
    none: 'This count cannot be repeated',
    noneText: 'Its cash was handed over or taken to the bank, or it was counted again elsewhere.',
    changed: 'Not saved. This cash was handed over or counted again meanwhile.',
    counted: 'Counted again: {{amount}} ({{time}})',
    replaced: 'before: {{amount}} ({{time}})',
    unknown: 'replaces a count that has not arrived',
    times_one: 'counted again once',
    times_other: 'counted again {{number}} times',
  },
  late: {
    title: 'After the count of {{time}}',
    changed: '{{number}}: counted {{counted}}, corrected to {{ledger}} since',
    arrived_one: '{{number}} record arrived after the count',
    arrived_other: '{{number}} records arrived after the count',
  },
  disputed: {
    less: '{{counted}} is with {{name}}. {{amount}} is missing between the two counts.',
    more: '{{counted}} is with {{name}}, {{amount}} more than was given.',
    unknown: 'The cash is with {{name}}. The sum follows with the record of {{name}}.',
  },
  handOverChanged: 'Not saved. What you hold has changed: look at the amount again.',
} as const;
