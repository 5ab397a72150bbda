export const home = {
  firstDownload: 'First download: {{what}}',
  title: 'Home',
  you: 'You',
  needsYouText:
    'The service refused something, or Doorstep cannot tell whether it arrived. Open to see what and why.',
  allSent: 'Everything is sent',
  noActions: 'No action today',
  noActionsText: 'Open Actions to see what comes next.',
  nothingAhead: 'No action is planned yet.',
  install: {
    title: 'Keep Doorstep on this phone',
    dialog: 'It opens from the home screen, and the browser keeps its data longer.',
    steps: 'Tap Share in the browser, then “Add to Home Screen”. Open it there and sign in once.',
    accept: 'Install',
  },
  help: { title: 'New here?', text: 'Four pages show how Doorstep works.' },
  setup: { title: 'Set up your campaign', prices: 'Add prices', invite: 'Invite people' },
  left_one:
    '{{name}}: {{number}} person is no longer on this phone, because the action has ended or you do not take part any more.',
  left_other:
    '{{name}}: {{number}} people are no longer on this phone, because the action has ended or you do not take part any more.',
  leftUnnamed: 'An action',
  team: {
    people_one: '{{count}} person',
    people_other: '{{count}} people',
    ledBy: 'led by {{name}}',
    youLead: 'led by you',
  },
  taken: 'Collected today',
  cash: 'Cash in hand',
  members: 'Members',
  offered: {
    title: '{{name}} hands you {{amount}}',
    text: 'Count it and confirm.',
  },
} as const;
