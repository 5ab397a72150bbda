import { z } from 'zod';

import {
  TeamCreateRequest,
  TeamReplaceRequest,
  type Team,
  type TeamAddress,
  type TeamCreate,
  type TeamMember,
  type TeamReplace,
} from '@/contract/team';
import { addressLines, type AddressField } from '@/features/shared/teamFields';

/** A person with a required id; the rest is for display. */
const PersonSchema = z.custom<TeamMember>((person) => z.object({ id: z.int() }).safeParse(person).success);

const TeamFormSchema = z.object({
  name: z.string(),
  description: z.string(),
  isPrivate: z.boolean(),
  hidesUsers: z.boolean(),
  leaders: z.array(PersonSchema),
  /** Undefined if the service hides them: they are not changed. */
  users: z.array(PersonSchema).optional(),
  address: z.record(z.enum(addressLines), z.string()),
});

/** The form as typed. */
export type TeamForm = z.output<typeof TeamFormSchema>;

/** The team as seen when the form opened, with its entity and the service's number. */
export type SeenTeam = { entity: string; number: number; team: Omit<Team, 'id'> };

/** The draft of the form, with the team that was seen: the base of the merge. */
export const TeamDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Null for a new team. */
  seen: z.custom<SeenTeam>((seen) => typeof seen === 'object' && seen !== null).nullable(),
  form: TeamFormSchema,
});
export type TeamDraft = z.output<typeof TeamDraftSchema>;

export type TeamField = 'name' | 'description' | AddressField;
export type TeamFormError = 'name_missing' | 'too_long';

type Errors = Partial<Record<TeamField, TeamFormError>>;

export type TeamReading =
  | { kind: 'create'; team: TeamCreate }
  | { kind: 'edit'; team: TeamReplace }
  | { kind: 'unchanged' }
  | { kind: 'errors'; errors: Errors };

export function formOf(team: Omit<Team, 'id'>): TeamForm {
  const address: Partial<TeamAddress> = team.address ?? {};
  const lines = addressLines.map((line) => [line, address[line] ?? ''] as const);
  return {
    name: team.name ?? '',
    description: team.description ?? '',
    isPrivate: team.private === true,
    hidesUsers: team.hide_users === true,
    leaders: team.leaders ?? [],
    users: team.users ?? (team.hide_users === true ? undefined : []),
    address: Object.fromEntries(lines) as Record<AddressField, string>,
  };
}

/** Adds a leader or a member; a person is never both. */
export function withPerson(form: TeamForm, as: 'leaders' | 'users', person: TeamMember): TeamForm {
  const others = (list: TeamMember[] | undefined) => list?.filter(({ id }) => id !== person.id);
  const leaders = others(form.leaders) ?? [];
  const users = others(form.users);
  return as === 'leaders'
    ? { ...form, leaders: [...leaders, person], users }
    : { ...form, leaders, users: [...(users ?? []), person] };
}

export function withoutPerson(form: TeamForm, from: 'leaders' | 'users', id: number): TeamForm {
  return { ...form, [from]: form[from]?.filter((person) => person.id !== id) };
}

/** Reads the form as a new team. */
export function readNewTeam(form: TeamForm): TeamReading {
  const address = addressOf(form, {});
  const team = {
    name: form.name.trim(),
    ...(form.description.trim() === '' ? {} : { description: form.description.trim() }),
    private: form.isPrivate,
    hide_users: form.hidesUsers,
    leaders: idsOf(form.leaders),
    users: idsOf(form.users ?? []),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  };
  const parsed = TeamCreateRequest.safeParse({ data: { team } });
  return parsed.success ? { kind: 'create', team: parsed.data.data.team } : errorsOf(parsed.error, form);
}

/**
 * Reads the form as a change of the opened team. Fields that the form does not have stay in it, because a replace
 * clears the fields that it omits.
 */
export function readEditedTeam(form: TeamForm, opened: Omit<Team, 'id'>, id: number): TeamReading {
  if (JSON.stringify(trimmed(form)) === JSON.stringify(trimmed(formOf(opened)))) return { kind: 'unchanged' };
  const { description: _description, address: before, users: _users, ...rest } = opened;
  const address = addressOf(form, before ?? {});
  const team = {
    ...rest,
    id,
    name: form.name.trim(),
    ...(form.description.trim() === '' ? {} : { description: form.description.trim() }),
    private: form.isPrivate,
    hide_users: form.hidesUsers,
    leaders: idsOf(form.leaders),
    ...(form.users === undefined ? {} : { users: idsOf(form.users) }),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  };
  const parsed = TeamReplaceRequest.safeParse({ data: { team } });
  return parsed.success ? { kind: 'edit', team: parsed.data.data.team } : errorsOf(parsed.error, form);
}

const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => ({ id }));

function trimmed(form: TeamForm): TeamForm {
  const lines = addressLines.map((line) => [line, form.address[line].trim()] as const);
  return {
    ...form,
    name: form.name.trim(),
    description: form.description.trim(),
    address: Object.fromEntries(lines) as Record<AddressField, string>,
  };
}

function addressOf(form: TeamForm, before: Partial<TeamAddress>): Partial<TeamAddress> {
  const address = { ...before };
  for (const line of addressLines) {
    const typed = form.address[line].trim();
    if (typed === '') delete address[line];
    else address[line] = typed;
  }
  return address;
}

type SchemaError = { issues: readonly { path: readonly PropertyKey[] }[] };

function errorsOf({ issues }: SchemaError, form: TeamForm): TeamReading {
  const errors: Errors = {};
  for (const { path } of issues) {
    const [, , first, second] = path;
    const field = first === 'address' ? addressLines.find((line) => line === second) : first;
    if (field === 'name') errors.name = form.name.trim() === '' ? 'name_missing' : 'too_long';
    else if (field === 'description' || addressLines.some((line) => line === field))
      errors[field as TeamField] = 'too_long';
  }
  return { kind: 'errors', errors };
}
