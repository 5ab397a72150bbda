import { type TFunction } from 'i18next';

import { type User } from '@/contract/user';
import { type RollCall } from '@/db/rollCalls';
import { type TeamPerson } from '@/domain/team';
import { type Format } from '@/i18n/format';

import { personLabel } from './personLabel';

/** Who was present and is not in the team any more. The phone has the name of those whom it still shows elsewhere. */
export function leftSince(
  t: TFunction,
  { present }: RollCall,
  people: readonly TeamPerson[],
  onPhone: ReadonlyMap<number, User>
): { id: number; at: number; label: string }[] {
  const inTeam = new Set(people.map(({ id }) => id));
  return present
    .filter(({ userId }) => !inTeam.has(userId))
    .map(({ userId: id, at }) => {
      const name = personLabel(t, onPhone.get(id) ?? {});
      return { id, at, label: t('rollCall.left', { name }) };
    });
}

interface RollCallText {
  team: string;
  people: readonly TeamPerson[];
  rollCall: RollCall;
  left: ReturnType<typeof leftSince>;
}

/** Who is present, since when, and who is not. */
export function writeRollCall(
  t: TFunction,
  format: Format,
  { team, people, rollCall, left }: RollCallText
): string {
  const since = new Map(rollCall.present.map(({ userId, at }) => [userId, at]));
  const here = people.filter((person) => since.has(person.id));
  const guests = rollCall.guests ?? [];
  const missing = people.filter((person) => !since.has(person.id));
  return [
    // Whoever reads it later needs the day too.
    t('rollCall.shareTitle', {
      team,
      time: `${format.date(rollCall.startedAt)}, ${format.time(rollCall.startedAt)}`,
    }),
    t('rollCall.shareHere', { count: here.length + left.length }),
    ...here.map((person) => `- ${personLabel(t, person)} (${format.time(since.get(person.id) ?? 0)})`),
    ...left.map(({ label, at }) => `- ${label} (${format.time(at)})`),
    ...(guests.length === 0 ? [] : [t('rollCall.shareGuests', { count: guests.length })]),
    ...guests.map(({ name, at }) => `- ${name} (${format.time(at)})`),
    ...(missing.length === 0 ? [] : [t('rollCall.shareMissing', { count: missing.length })]),
    ...missing.map((person) => `- ${personLabel(t, person)}`),
  ].join('\n');
}
