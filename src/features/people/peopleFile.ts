import { type TFunction } from 'i18next';

import { type TeamView } from '@/db/teams';
import { type UserLine } from '@/db/users';
import { csvText } from '@/features/shared/exportText';

/** The people of a list as a table, with their teams. */
export function peopleCsv(
  people: readonly UserLine[],
  teams: readonly TeamView[],
  { t, locale }: { t: TFunction; locale: string }
): string {
  const teamsOf = (id: number) =>
    teams
      .filter(({ team }) =>
        [...(team.leaders ?? []), ...(team.users ?? [])].some((person) => person.id === id)
      )
      .map(({ team }) => team.name ?? '')
      .join(', ');
  const header = [
    t('people.profile.name'),
    t('people.profile.mail'),
    t('people.profile.phone'),
    t('contactEdit.city'),
    t('people.filter.role'),
    t('people.profile.teams'),
  ];
  const lines = people.map(({ id, name, mail, phone, town, roleName }) => [
    ...[name, mail, phone, town, roleName ?? '', teamsOf(id)],
  ]);
  return csvText([header, ...lines], locale);
}
