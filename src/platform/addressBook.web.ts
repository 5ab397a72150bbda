import { type PickedEmails } from './addressBook';

interface ContactPicker {
  select(properties: ['email'], options: { multiple: boolean }): Promise<{ email?: string[] }[]>;
}

function isContactPicker(value: unknown): value is ContactPicker {
  return typeof value === 'object' && value !== null && 'select' in value;
}

/** Chrome on Android has a contact picker; most browsers have none. */
function findPicker(): ContactPicker | null {
  const picker: unknown = Reflect.get(navigator, 'contacts');
  return isContactPicker(picker) ? picker : null;
}

const picker = findPicker();

export const pickEmails: (() => Promise<PickedEmails>) | null =
  picker === null
    ? null
    : async () => {
        try {
          const people = await picker.select(['email'], { multiple: true });
          return { kind: 'picked', mails: people.flatMap(({ email }) => email ?? []) };
        } catch {
          return { kind: 'refused' }; // The browser gives no reason.
        }
      };
