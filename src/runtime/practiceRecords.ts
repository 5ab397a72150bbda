import { applyActions } from '@/db/actions';
import { applyContacts } from '@/db/contacts';
import { setFact } from '@/db/facts';
import { spacesFact } from '@/db/knownSpaces';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { type Scope } from '@/db/scopes';
import { applyTransactionSettings } from '@/db/settings';
import { applyTransactionStatuses } from '@/db/statuses';
import { type Transaction } from '@/db/store';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { type PracticeWords } from '@/features/shared/runtime';

/** Numbers that are reserved for films and books, and a domain for examples: no call or mail reaches anybody. */
const phoneOf = (place: number) => `+3363998${String(1000 + place)}`;
const mailOf = (name: string) => `${name.toLowerCase()}@example.org`;

const teammates = [
  { firstname: 'Alex', surname: 'Moreau' },
  { firstname: 'Samira', surname: 'Haddad' },
  { firstname: 'Jonas', surname: 'Keller' },
  { firstname: 'Lucia', surname: 'Torres' },
];

/** Two people have the same name, so that the practice shows how they are told apart; one has opted out. */
const residents = [
  { firstname: 'Nora', surname: 'Blum', house: '1' },
  { firstname: 'Paul', surname: 'Castel', house: '2' },
  { firstname: 'Maria', surname: 'Okafor', house: '3' },
  { firstname: 'Tom', surname: 'Rivers', house: '4' },
  { firstname: 'Ines', surname: 'Roy', house: '6', floor: '1' },
  { firstname: 'Karim', surname: 'Benali', house: '6', floor: '2' },
  { firstname: 'Greta', surname: 'Lind', house: '6', floor: '3' },
  { firstname: 'Nora', surname: 'Blum', house: '9' },
  { firstname: 'Victor', surname: 'Sand', house: '10', black_list: true },
];

/** The doors of the street: number 6 is a staircase with three floors. */
const doors = [
  ...[1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12].map((housenumber) => ({ housenumber })),
  ...[1, 2, 3].map((floor) => ({ housenumber: 6, floor })),
];

const currency = 'EUR';
const price = (id: number, amount: number) => ({ id, amount, currency, hidden: false });
const hourMs = 3_600_000;

/** Writes the invented space. The person leads the team with a second leader, who takes the cash, and is a volunteer. */
export async function writePracticeRecords(
  tx: Transaction,
  scope: Scope,
  words: PracticeWords,
  now: number
): Promise<void> {
  const people = teammates.map((name, place) => ({
    ...name,
    id: place + 1,
    mail: mailOf(name.firstname),
    phone: phoneOf(place),
    role_data: { id: 1, name: '', type: 'user' },
  }));
  const street = { street: words.street, city: words.town };
  await applyUsers(tx, scope, people);
  await applyTeams(tx, scope, [{ id: 1, name: words.team, leaders: people.slice(0, 2), users: people }]);
  await applyActions(tx, scope, [
    {
      Action: {
        id: 1,
        name: words.action,
        pitch: words.pitch,
        start: new Date(now - hourMs).toISOString(),
        end: new Date(now + 12 * hourMs).toISOString(),
        goal: doors.length,
        Addresses: doors.map((door) => ({ ...street, ...door })),
      },
    },
  ]);
  await applyContacts(
    tx,
    scope,
    residents.map(({ firstname, surname, house, floor, black_list = false }, place) => ({
      id: place + 1,
      firstname,
      surname,
      black_list,
      mobile: phoneOf(100 + place),
      mail: mailOf(`${firstname}.${surname}`),
      address: { ...street, house_number: house, ...(floor === undefined ? {} : { floor }) },
    }))
  );
  await applyDonationPrices(tx, scope, [
    price(1, 500),
    price(2, 1000),
    { ...price(3, 2000), allow_custom_amount: true },
    price(4, 5000),
  ]);
  await applyMembershipPriceGroups(tx, scope, [
    {
      id: 1,
      name: words.space,
      hidden: false,
      membership_prices: [{ ...price(1, 2400), duration: 'P1Y', rolling_period: 'rolling' }],
    },
  ]);
  await applyTransactionStatuses(tx, scope, [
    { id: 1, name: '', kind: 'valid', archived: false },
    { id: 2, name: '', kind: 'unpaid', archived: false },
  ]);
  await applyTransactionSettings(tx, scope, {
    payment_method_kinds: ['cash', 'cheque', 'card'],
    currency,
    default_status_id: 1,
    default_donation_price_id: 3,
  });
  await setFact(tx, scope, spacesFact, [{ id: scope.spaceId, name: words.space, role: null }]);
  await setFact(tx, scope, 'capabilities', ['visits', 'cash_records']);
  // Help and installing are offered outside of the practice.
  await setFact(tx, null, 'help_seen', true);
  await setFact(tx, null, 'install_answered', true);
}
