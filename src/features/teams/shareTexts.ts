import { type TFunction } from 'i18next';

import { type RollCall } from '@/db/rollCalls';
import { personName, type TeamPerson } from '@/domain/team';
import { type Format } from '@/i18n/format';

/** The member list as text for a messenger. */
export function writeMemberList(
  t: TFunction,
  team: string,
  place: string,
  people: readonly TeamPerson[]
): string {
  const lines = people.map((person) => {
    const parts = [
      personName(person),
      person.isLeader && t('common.person.leader'),
      person.phone,
      person.mail,
    ];
    return `- ${parts.filter(Boolean).join(', ')}`;
  });
  return [team, ...(place === '' ? [] : [t('teams.meetsAt', { place })]), ...lines].join('\n');
}

interface RollCallText {
  team: string;
  people: readonly TeamPerson[];
  rollCall: RollCall;
  now: number;
}

/** Who is present, since when, and who is not. */
export function writeRollCall(
  t: TFunction,
  format: Format,
  { team, people, rollCall, now }: RollCallText
): string {
  const since = new Map(rollCall.present.map(({ userId, at }) => [userId, at]));
  const here = people.filter((person) => since.has(person.id));
  const missing = people.filter((person) => !since.has(person.id));
  return [
    t('teams.rollCall.shareTitle', { team, time: format.since(rollCall.startedAt, now) }),
    t('teams.rollCall.shareHere', { count: here.length }),
    ...here.map((person) => `- ${personName(person)} (${format.time(since.get(person.id) ?? 0)})`),
    ...(missing.length === 0 ? [] : [t('teams.rollCall.shareMissing', { count: missing.length })]),
    ...missing.map((person) => `- ${personName(person)}`),
  ].join('\n');
}
