import { z } from 'zod';

import { ContactSchema } from './contact';
import { envelope } from './envelope';
import { Id, Name, PAGE_DEFAULT, PAGE_MAXIMUM, integerText, text } from './primitives';
import { tolerant } from './tolerant';

/** Who finds people beyond what they see: managers, or also those who lead a team. */
export const SEARCHERS = ['managers', 'leaders'] as const;

/** `q`: every word must match names or addresses. */
export const EveryoneQuery = z.object({
  q: text(200).trim().min(1),
  limit: integerText(1, PAGE_MAXIMUM).default(PAGE_DEFAULT),
});

/** What a search beyond one's own people shows: enough to choose a person, nothing to reach them with. */
export const FoundPersonSchema = z.object({
  id: Id,
  firstname: Name,
  surname: Name,
  city: Name.optional(),
});
export const FoundPersonRead = tolerant(FoundPersonSchema, ['id']);
export type FoundPerson = z.output<typeof FoundPersonRead>;
export const FoundPeopleResponse = envelope(z.array(FoundPersonSchema));

export const LookUpRequest = z.object({ data: z.object({}) });
export const LookUpResponse = envelope(ContactSchema);
