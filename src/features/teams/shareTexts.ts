import { type TFunction } from 'i18next';

import { type TeamPerson } from '@/domain/team';

import { personLabel } from './personLabel';

interface MemberList {
  team: string;
  place: string;
  people: readonly TeamPerson[];
  withPhone: boolean;
  withMail: boolean;
}

/** The member list as text for a messenger. */
export function writeMemberList(
  t: TFunction,
  { team, place, people, withPhone, withMail }: MemberList
): string {
  const lines = people.map((person) => {
    const parts = [
      personLabel(t, person),
      person.isLeader && t('common.person.leader'),
      withPhone && person.phone,
      withMail && person.mail,
    ];
    return `- ${parts.filter(Boolean).join(', ')}`;
  });
  return [team, ...(place === '' ? [] : [t('teams.meetsAt', { place })]), ...lines].join('\n');
}
