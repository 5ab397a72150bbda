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
  team: {
    people_one: '{{count}} person',
    people_other: '{{count}} people',
    ledBy: 'led by {{name}}',
    youLead: 'led by you',
  },
  taken: 'Collected today',
  cash: 'Cash in hand',
  members: 'Members',
} as const;
