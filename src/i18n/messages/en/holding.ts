/** Choosing whose people are on this phone. */
export const holding = {
  title: 'Who is on this phone',
  text: 'You may see everyone in this space. Choose whom this phone holds without a signal; you can search for all others while you have one. Records that are not sent stay on the phone.',
  everyone: 'Everyone',
  chosen: 'Only the actions I choose',
  chosenText: 'Fewer people, less storage, less to lose with the phone',
  noActions: 'There is no action yet.',
  sizesUnknown: 'Without a signal Doorstep does not know how many people these are.',
  time: 'about {{time}}',
  total: 'On this phone: {{cost}}',
  many: 'More than {{number}} people',
  manyText: 'An older phone becomes slow with so many. Choose the actions that you need today.',
  saved: 'Saved. Doorstep downloads what is missing as soon as there is a signal.',
  none: 'Nothing to choose',
  noneText: 'This phone holds the people of your actions.',
  people_one: '{{number}} person',
  people_other: '{{number}} people',
};
