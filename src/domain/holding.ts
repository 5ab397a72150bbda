/** What the people of an action cost on a phone, before they are downloaded. */

/** Measured: 1,322 bytes in the database, before the words of the search. */
const bytesPerContact = 1_500;
/** An older phone on a mobile network. */
const contactsPerSecond = 1_000;

/** More make an older phone slow. */
export const manyContacts = 10_000;

export function costOf(contacts: number): { megabytes: number; seconds: number } {
  return {
    megabytes: Math.max(0.1, Math.round((contacts * bytesPerContact) / 100_000) / 10),
    seconds: Math.max(1, Math.ceil(contacts / contactsPerSecond)),
  };
}
