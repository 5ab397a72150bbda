/** Gifts of new supporters that are not linked to a contact. */
export const unlinked = {
  title: 'Gifts without a contact',
  text: 'From people who were no contact when they gave.',
  note_one: 'One gift has no contact',
  note_other: '{{count}} gifts have no contact',
  noteText: 'Link them, so that the contact shows what the person gave.',
  forbidden: 'For managers',
  forbiddenText: 'Managers link gifts to contacts.',
  empty: 'Every gift has its contact',
  emptyText: 'Gifts of new supporters appear here when they arrive.',
  matches: 'May be this person',
  similar: 'Similar name, mail or phone',
  link: 'Link',
  other: 'Another contact',
  create: 'Create a contact and link',
  problem: {
    offline: 'A new contact needs signal. You can link the gift to an existing contact now.',
    not_now: 'The service did not answer. Nothing was created. Try again.',
    refused: 'The service refused the new contact. Add it under Contacts and link it here.',
  },
} as const;
