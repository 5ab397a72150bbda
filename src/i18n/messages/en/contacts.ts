export const contacts = {
  title: 'Contacts',
} as const;
