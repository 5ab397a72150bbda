/** What distinguishes people with the same name. */
type Described = { id: number; name: string; place: string; phone: string };

/** The last digits are enough to distinguish two phone numbers, and show less than all of them. */
const shownDigits = 4;

/** What to show of each person: the place; with the same name and place the end of the phone number; else the number of the contact. */
export function distinguishNamesakes<Person extends Described>(
  people: readonly Person[]
): (Person & { differs: 'place' | 'phone' | 'number' })[] {
  const keyOf = (...parts: string[]) => parts.join('\n').toLowerCase();
  const countBy = (key: (person: Person) => string) => {
    const counts = new Map<string, number>();
    for (const person of people) counts.set(key(person), (counts.get(key(person)) ?? 0) + 1);
    return (person: Person) => counts.get(key(person)) ?? 0;
  };
  const samePlace = countBy(({ name, place }) => keyOf(name, place));
  const samePhone = countBy(({ name, place, phone }) => keyOf(name, place, lastDigits(phone)));
  return people.map((person) => {
    if (samePlace(person) < 2) return { ...person, differs: 'place' };
    const isPhoneUnique = lastDigits(person.phone) !== '' && samePhone(person) === 1;
    return { ...person, differs: isPhoneUnique ? 'phone' : 'number' };
  });
}

/** The last digits of a phone number; empty where it has too few. */
export function lastDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < shownDigits ? '' : digits.slice(-shownDigits);
}
