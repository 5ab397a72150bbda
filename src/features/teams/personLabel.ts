import { type TFunction } from 'i18next';

import { isReference, personName } from '@/domain/team';

/** The name of a person; says so where the service shows this one no name. */
export const personLabel = (t: TFunction, person: Parameters<typeof personName>[0]): string =>
  personName(person) || t(isReference(person) ? 'common.person.notShared' : 'common.unnamed');
