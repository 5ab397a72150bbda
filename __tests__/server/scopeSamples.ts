/**
 * A space with two running actions and three teams. Every contact, gift, visit, cash record and person, and the doors of every
 * action, have a text that occurs nowhere else; what an endpoint shows is the set of these texts in its answer.
 */
import { type PersonName } from './harness';

export const people = ['superadmin', 'admin', 'manager', 'leader', 'volunteer', 'newcomer'] as const;
const everyone = people.map((name) => `person ${name}`);
const contacts = [0, 1, 2, 3, 4, 5].map((index) => `contact ${index}`);
export const makers = ['volunteer', 'leader', 'newcomer', 'manager'] as const;
export const everything = [
  ...everyone,
  ...contacts,
  ...makers.map((name) => `gift ${name}`),
  'visit volunteer',
  'visit newcomer',
  'answer volunteer',
  'answer newcomer',
  'cash volunteer',
  'doors 0',
  'doors 1',
];

/** Contacts 0 and 1 are in the turf of the first action, 2 and 3 in that of the second; the others are in none. */
export const giftTo = { volunteer: 5, leader: 4, newcomer: 2, manager: 3 } as const;

/** The first action has the team of leader and volunteer, the second has the newcomer. */
export const expected: { readonly [Name in PersonName]: readonly string[] } = {
  volunteer: [
    ...['contact 0', 'contact 1', 'contact 5', 'gift volunteer', 'visit volunteer', 'cash volunteer'],
    ...['answer volunteer', 'doors 0'],
    // The manager leads the other team of the volunteer.
    ...['person volunteer', 'person leader', 'person manager'],
  ],
  leader: [
    ...['contact 0', 'contact 1', 'contact 4', 'contact 5', 'gift leader', 'gift volunteer'],
    ...['answer volunteer', 'doors 0'],
    ...['visit volunteer', 'cash volunteer', 'person leader', 'person volunteer', 'person manager'],
  ],
  newcomer: [
    ...['contact 2', 'contact 3', 'gift newcomer', 'visit newcomer', 'answer newcomer', 'person newcomer'],
    'doors 1',
  ],
  manager: everything,
  admin: everything,
  superadmin: everything,
};

export const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort();

export const square = (longitude: number) =>
  JSON.stringify([
    { lat: 49, lng: longitude - 1 },
    { lat: 49, lng: longitude + 1 },
    { lat: 51, lng: longitude + 1 },
    { lat: 51, lng: longitude - 1 },
  ]);
