/** Exporting and erasing the data of one person. */
export const erasure = {
  title: 'Personal data',
  text: 'When a person asks for their data, or asks you to erase it.',
  export: 'Export everything about this person',
  notShared: 'Doorstep could not share the file.',
  erase: 'Erase this person',
  ask: 'Erase {{name}} for good?',
  askText: {
    contact:
      'The service and every phone delete name, address and everything else about this person. Payments stay, without the person, their notes and payment details. Backups hold the data until they are deleted. Nobody can undo this.',
    user: 'The service empties the account and signs it out everywhere. Payments that this person recorded stay under a number. A person who belongs to another space too keeps the account there. Backups hold the data until they are deleted. Nobody can undo this.',
  },
  confirm: 'Erase for good',
  done: '{{name}} is erased',
  refused: {
    contact: 'The service did not allow this.',
    user: 'The service did not allow this. You cannot erase a person whose role is above yours.',
  },
} as const;
