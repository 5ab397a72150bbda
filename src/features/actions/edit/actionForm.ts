import { z } from 'zod';

import { ACTION_STATES, ActionCreateRequest, type Action, type ActionCreate } from '@/contract/action';
import { safeWebLink } from '@/domain/contacts/contactLinks';
import { dayOf, isDay, readMoment } from '@/domain/day';
import { isSame } from '@/domain/merge';
import { readTurf, writeTurf, type StreetPick, type Turf } from '@/domain/turf';

import { readFacts } from '../facts';
import { drawingOf, drawingProblem, outlinesOf } from './drawing';

const PositionSchema = z.object({ latitude: z.number(), longitude: z.number() });

const ActionFormSchema = z.object({
  name: z.string(),
  pitch: z.string(),
  link: z.string(),
  registrationLink: z.string(),
  startDay: z.string(),
  startTime: z.string(),
  endDay: z.string(),
  endTime: z.string(),
  goal: z.string(),
  goalForms: z.string(),
  isPublic: z.boolean(),
  state: z.enum(ACTION_STATES),
  people: z.array(z.object({ id: z.number(), name: z.string() })),
  teams: z.array(z.number()),
  forms: z.array(z.number()),
  facts: z.array(z.object({ title: z.string(), text: z.string() })),
  drawing: z.object({
    rings: z.array(z.object({ kind: z.enum(['area', 'hole']), corners: z.array(PositionSchema) })),
    isOpen: z.boolean(),
  }),
  streets: z.array(
    z.object({
      street: z.string(),
      city: z.string(),
      from: z.string(),
      to: z.string(),
      side: z.enum(['all', 'even', 'odd']),
    })
  ),
  stations: z.array(z.string()),
});

/** The form as typed. */
export type ActionForm = z.output<typeof ActionFormSchema>;
export type PickedStreet = ActionForm['streets'][number];

/** The fields of an action that the form changes, as the service takes them. */
export type ActionContent = Required<ActionCreate>;

/** The draft of the form, with the action that was seen: the base of the merge. */
export const ActionDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Null for a new action. */
  seen: z.custom<ActionContent>((value) => typeof value === 'object').nullable(),
  /** The service's number; null for a new action. */
  number: z.number().nullable(),
  /** The questions of the space when its questions were opened from the form: one that is added is asked in this action. */
  known: z.array(z.number()).optional(),
  form: ActionFormSchema,
});
export type ActionDraft = z.output<typeof ActionDraftSchema>;

/** References, merged by additions and removals. */
export const listFields = ['users', 'teams', 'forms'] as const;

const idsOf = (records: readonly { id?: unknown }[] | undefined) =>
  (records ?? []).flatMap(({ id }) => (typeof id === 'number' ? [{ id }] : []));

export function contentOf(action: Action): ActionContent {
  const state = ACTION_STATES.find((known) => known === action.state) ?? 'published';
  return {
    name: action.name ?? '',
    pitch: action.pitch ?? null,
    link: action.link ?? null,
    registration_link: action.registration_link ?? null,
    start: action.start ?? null,
    end: action.end ?? null,
    goal: action.goal ?? null,
    goal_forms: action.goal_forms ?? null,
    public: action.public === true,
    state,
    users: idsOf(action.Users),
    teams: idsOf(action.Teams),
    forms: idsOf(action.Forms),
    facts: readFacts(action),
    polygon: action.polygon ?? '',
    not_polygon: action.not_polygon ?? '',
    address_included: action.address_included ?? '',
    polling_station_included: action.polling_station_included ?? '',
  };
}

export const newContent: ActionContent = { ...contentOf({ id: 0 }), state: 'draft' };

const timeOf = (time: string | null): string => {
  if (time === null) return '';
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** The form of an action. Names of people are for display only. */
export function formOf(content: ActionContent, names: ReadonlyMap<number, string> = new Map()): ActionForm {
  const turf = readTurf(content);
  return {
    name: content.name,
    pitch: content.pitch ?? '',
    link: content.link ?? '',
    registrationLink: content.registration_link ?? '',
    startDay: content.start === null ? '' : dayOf(content.start),
    startTime: timeOf(content.start),
    endDay: content.end === null ? '' : dayOf(content.end),
    endTime: timeOf(content.end),
    goal: content.goal === null ? '' : String(content.goal),
    goalForms: content.goal_forms === null ? '' : String(content.goal_forms),
    isPublic: content.public,
    state: content.state,
    people: content.users.map(({ id }) => ({ id, name: names.get(id) ?? '' })),
    teams: content.teams.map(({ id }) => id),
    forms: content.forms.map(({ id }) => id),
    facts: content.facts,
    drawing: drawingOf(turf),
    streets: turf.streets.map(({ from, to, ...street }) => ({
      ...street,
      from: from === null ? '' : String(from),
      to: to === null ? '' : String(to),
    })),
    stations: [...turf.stations],
  };
}

export type ActionField =
  | 'name'
  | 'pitch'
  | 'link'
  | 'registration_link'
  | 'start'
  | 'start_time'
  | 'end'
  | 'end_time'
  | 'goal'
  | 'goal_forms'
  | 'facts'
  | 'turf'
  | 'streets';
export type ActionFormError =
  | 'name_missing'
  | 'too_long'
  | 'bad_link'
  | 'bad_day'
  | 'bad_time'
  | 'end_before_start'
  | 'bad_number'
  | 'from_after_to'
  | 'too_few'
  | 'crossing'
  | 'hole_too_few'
  | 'hole_crossing'
  | 'hole_outside'
  | 'refused'
  | 'turf_refused';
export type ActionErrors = Partial<Record<ActionField, ActionFormError>>;

export type ActionReading =
  { kind: 'fields'; fields: ActionContent; isChanged: boolean } | { kind: 'errors'; errors: ActionErrors };

/** Reads the form. What was not touched keeps the value that was seen, in whatever format the service has it. */
export function readActionForm(form: ActionForm, seen: ActionContent | null): ActionReading {
  const errors: ActionErrors = {};
  const before = seen ?? newContent;
  const opened = formOf(before);
  const isTouched = (...keys: (keyof ActionForm)[]) =>
    keys.some((key) => JSON.stringify(form[key]) !== JSON.stringify(opened[key]));
  const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const linkOf = (field: 'link' | 'registration_link', text: string, before: string | null) => {
    if (text.trim() === '' || text.trim() === before) return textOrNull(text);
    const link = safeWebLink(text);
    if (link === null) errors[field] = 'bad_link';
    return link;
  };
  const momentOf = (field: 'start' | 'end', before: string | null) => {
    if (!isTouched(`${field}Day`, `${field}Time`)) return before;
    const [day, time] = [form[`${field}Day`].trim(), form[`${field}Time`].trim()];
    if (day === '' && time === '') return null;
    const clock = time || (field === 'start' ? '00:00' : '23:59');
    const moment = readMoment(day, clock);
    if (!isDay(day)) errors[field] = 'bad_day';
    // Also beside a day that cannot be read: nobody presses Save once for each error.
    if (readMoment(isDay(day) ? day : '2026-12-31', clock) === null) errors[`${field}_time`] = 'bad_time';
    return moment === null ? null : new Date(moment).toISOString();
  };
  const numberOf = (field: 'goal' | 'goal_forms', text: string) => {
    if (!isTouched(field === 'goal' ? 'goal' : 'goalForms')) return before[field];
    if (text.trim() === '') return null;
    if (!/^\d{1,9}$/.test(text.trim())) errors[field] = 'bad_number';
    return Number(text.trim());
  };
  const start = momentOf('start', before.start);
  const end = momentOf('end', before.end);
  if (start !== null && end !== null && Date.parse(end) < Date.parse(start))
    errors[dayOf(start) === dayOf(end) ? 'end_time' : 'end'] = 'end_before_start';
  const problem = isTouched('drawing') ? drawingProblem(form.drawing) : null;
  if (problem !== null) errors.turf = problem;
  const badStreet = isTouched('streets')
    ? form.streets.map(streetError).find((error) => error !== null)
    : null;
  if (badStreet) errors.streets = badStreet;
  const turf = writeTurf({
    ...outlinesOf(form.drawing),
    streets: form.streets.flatMap(readStreet),
    stations: form.stations,
  });
  const content: ActionContent = {
    name: form.name.trim(),
    pitch: textOrNull(form.pitch),
    link: linkOf('link', form.link, before.link),
    registration_link: linkOf('registration_link', form.registrationLink, before.registration_link),
    start,
    end,
    goal: numberOf('goal', form.goal),
    goal_forms: numberOf('goal_forms', form.goalForms),
    public: form.isPublic,
    state: form.state,
    users: form.people.map(({ id }) => ({ id })),
    teams: form.teams.map((id) => ({ id })),
    forms: form.forms.map((id) => ({ id })),
    facts: form.facts
      .map(({ title, text }) => ({ title: title.trim(), text: text.trim() }))
      .filter(({ title, text }) => title !== '' || text !== ''),
    polygon: isTouched('drawing') ? turf.polygon : before.polygon,
    not_polygon: isTouched('drawing') ? turf.not_polygon : before.not_polygon,
    address_included: isTouched('streets') ? turf.address_included : before.address_included,
    polling_station_included: isTouched('stations')
      ? turf.polling_station_included
      : before.polling_station_included,
  };
  const parsed = ActionCreateRequest.safeParse({ data: { action: content } });
  for (const { path } of parsed.error?.issues ?? []) {
    const name = String(path[2] ?? '');
    const field = errorField(name);
    if (seen !== null && isSame(Reflect.get(content, name), Reflect.get(seen, name))) continue;
    if (field === 'name' && content.name === '') errors.name = 'name_missing';
    else if (field !== null) errors[field] ??= field.endsWith('link') ? 'bad_link' : 'too_long';
  }
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors };
  return {
    kind: 'fields',
    fields: content,
    isChanged: seen === null || JSON.stringify(content) !== JSON.stringify(before),
  };
}

export const isHouseNumber = (typed: string) => /^\d{0,6}$/.test(typed.trim());

/** What is wrong with the numbers of a street. */
export function streetError({ from, to }: PickedStreet): 'bad_number' | 'from_after_to' | null {
  if (![from, to].every(isHouseNumber)) return 'bad_number';
  return to.trim() !== '' && Number(to) < Number(from) ? 'from_after_to' : null;
}

function readStreet(picked: PickedStreet): StreetPick[] {
  if (streetError(picked) !== null) return [];
  const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));
  return [{ ...picked, from: numberOf(picked.from), to: numberOf(picked.to) }];
}

const fields: readonly ActionField[] = [
  'name',
  'pitch',
  'link',
  'registration_link',
  'start',
  'end',
  'goal',
  'goal_forms',
  'facts',
];

/** The field of the form that shows an error about a field of the request. */
function errorField(name: string): ActionField | null {
  if (name === 'polygon' || name === 'not_polygon') return 'turf';
  if (name === 'address_included' || name === 'polling_station_included') return 'streets';
  return fields.find((field) => field === name) ?? null;
}

/** Where the form shows that the service refused a field: of the turf, only one that is too large passes the form. */
export function refusedAt(name: string): ActionErrors {
  const field = errorField(name);
  if (field === null) return {};
  return { [field]: field === 'turf' ? 'turf_refused' : 'refused' };
}

/** The turf of the form, for counting: streets with wrong numbers do not count. */
export function turfOf({
  drawing,
  streets,
  stations,
}: Pick<ActionForm, 'drawing' | 'streets' | 'stations'>): Turf {
  return { ...outlinesOf(drawing), streets: streets.flatMap(readStreet), stations };
}
