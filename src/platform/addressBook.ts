import { Contact, requestPermissionsAsync } from 'expo-contacts';

/** What came of opening the address book. `refused`: its owner said no. */
export type PickedEmails = { kind: 'picked'; mails: string[] } | { kind: 'cancelled' } | { kind: 'refused' };

/** Opens the phone's own address book to pick somebody from; only the mail addresses are taken. */
export const pickEmails: (() => Promise<PickedEmails>) | null = async () => {
  try {
    const { granted } = await requestPermissionsAsync();
    if (!granted) return { kind: 'refused' };
    const contact = await Contact.presentPicker();
    if (contact === null) return { kind: 'cancelled' };
    const emails = await contact.getEmails();
    return { kind: 'picked', mails: emails.flatMap(({ address }) => address ?? []) };
  } catch {
    return { kind: 'refused' }; // A phone without an address book answers like an owner who said no.
  }
};
