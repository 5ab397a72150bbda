/** Checking in with the code of a leader, and showing it. */
export const checkIn = {
  title: 'Check in',
  text: 'Scan the code on your leader’s phone, or type its digits.',
  done: 'You are checked in: {{team}}, {{time}}',
  doneText: 'Your leader sees it when both phones have had a signal.',
  showText: 'This service does not pass check-ins on. Show this page to your leader, who ticks your name.',
  again: 'Scan another code',
  noTeam: 'You are in no team yet',
  noTeamText: 'Ask a leader to add you. The team appears on this phone when it connects to the service.',
  practiceText: 'On a real day your leader shows a code. You scan it, and the roll call has your name.',
  code: {
    title: 'Check-in code',
    picture: 'Check-in code of {{team}}',
    how: 'Everyone in {{team}} scans this code, with Doorstep or with the camera of the phone.',
    valid:
      'Valid until {{time}}. Who checks in is ticked in the roll call when both phones have had a signal.',
    showText:
      'This service does not pass check-ins on. People show you their phone, and you tick them in the roll call.',
    notYours: 'No check-in code for you here',
    notYoursText: 'Leaders show the code of their team, managers that of every team.',
  },
  refused: {
    unreadable: 'This is not a check-in code.',
    mistyped:
      'These digits are mistyped, or they belong to another space. Compare them with the other phone.',
    hand_over:
      'This is the code of a hand-over of cash. Scan it under Your shift › Take cash from another person.',
    receipt: 'This is a receipt, not a check-in code.',
    other_space: 'This code belongs to another space. Both phones must be in the same space.',
    old: 'This code is older than 12 hours. Let your leader show it again.',
    early:
      'This code is from a later time. Compare the clocks of both phones, then let your leader show it again.',
    other_team:
      'As far as this phone knows, you are not in this team. Ask the leader to add you or to tick you as a guest.',
  },
} as const;
