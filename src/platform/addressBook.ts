import { Contact, requestPermissionsAsync } from 'expo-contacts';

export type PickedEmails = { kind: 'picked'; mails: string[] } | { kind: 'cancelled' } | { kind: 'refused' };

/** Opens the phone's contact picker; only the mail addresses are read. */
export const pickEmails: (() => Promise<PickedEmails>) | null = async () => {
  try {
    const { granted } = await requestPermissionsAsync();
    if (!granted) return { kind: 'refused' };
    const contact = await Contact.presentPicker();
    if (contact === null) return { kind: 'cancelled' };
    const emails = await contact.getEmails();
    return { kind: 'picked', mails: emails.flatMap(({ address }) => address ?? []) };
  } catch {
    return { kind: 'refused' }; // The phone has no address book.
  }
};
