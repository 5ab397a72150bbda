import { z } from 'zod';

import { envelope } from './envelope';
import {
  Count,
  Id,
  LongText,
  Name,
  OpaqueObject,
  PAGE_MAXIMUM,
  SerialisedText,
  ShortText,
  Timestamp,
  WebAddress,
  WrittenName,
  integerText,
} from './primitives';
import { tolerant } from './tolerant';
import { ActionUserSchema } from './user';

/** housenumber, postalcode, citycode and floor are numbers here, and strings everywhere else. */
export const ActionAddressSchema = z.object({
  housenumber: z.number().optional(),
  street: ShortText.optional(),
  postalcode: z.number().optional(),
  citycode: z.number().optional(),
  city: ShortText.optional(),
  state: ShortText.optional(),
  country: ShortText.optional(),
  addition: ShortText.optional(),
  infos: ShortText.optional(),
  building: ShortText.optional(),
  floor: z.number().optional(),
  door: Name.optional(),
  pollingstation: ShortText.optional(),
  /** Beyond the interface: where the door is, so that the map needs no geocoding. */
  latitude: Name.optional(),
  longitude: Name.optional(),
});

const ActionTeamSchema = z.object({
  id: Id,
  name: Name,
  group_id: Id,
  CreatedAt: Timestamp,
  UpdatedAt: Timestamp,
  DeletedAt: Timestamp.nullable(),
  userswithactive: z.array(ActionUserSchema),
});

/** Spelled first_name, last_name and `avator` here. */
const CreatorSchema = z.object({
  first_name: Name.optional(),
  last_name: Name.optional(),
  status: Name.optional(),
  phone: Name.optional(),
  email: ShortText.optional(),
  avator: ShortText.optional(),
});

/** A draft is visible to managers only; an archived action too. Without a state an action is published. */
export const ACTION_STATES = ['draft', 'published', 'archived'] as const;

/** A mobilisation campaign. */
export const ActionSchema = z.object({
  id: Id,
  name: Name,
  pitch: LongText.optional(),
  group_id: Id,
  Users: z.array(ActionUserSchema),
  Teams: z.array(ActionTeamSchema),
  facts: z.array(OpaqueObject),
  Forms: z.array(OpaqueObject),
  Addresses: z.array(ActionAddressSchema),
  link: ShortText.optional(),
  goal: z.int().optional(),
  goal_forms: z.int().optional(),
  start: Timestamp.optional(),
  end: Timestamp.optional(),
  reminder_id: Name.optional(),
  created_by: Id.optional(),
  gotv_voted_tag: Name.optional(),
  gotv_not_voted_tag: Name.optional(),
  gotv_abstention_tag: Name.optional(),
  public: z.boolean(),
  /** Beyond the interface: one of ACTION_STATES. */
  state: Name.optional(),
  registration_link: ShortText.optional(),
  created_by_detail: CreatorSchema.optional(),
  aggreg_without_location: z.boolean().optional(),
  fields: SerialisedText.optional(),
  polygon: SerialisedText.optional(),
  filter: SerialisedText.optional(),
  advanced_search: SerialisedText.optional(),
  not_polygon: SerialisedText.optional(),
  polling_station_included: SerialisedText.optional(),
  polling_station_excluded: SerialisedText.optional(),
  address_included: SerialisedText.optional(),
  address_excluded: SerialisedText.optional(),
  polling_station_included_missing: z.boolean().optional(),
  polling_station_excluded_missing: z.boolean().optional(),
  address_included_missing: z.boolean().optional(),
  address_excluded_missing: z.boolean().optional(),
  excluded_nevada: z.boolean().optional(),
});

/** An action with its counts. Its identity is the action's. */
export const ActionAggregateSchema = z.object({
  Action: ActionSchema,
  NbVisites: Count,
  NbContacts: Count,
  NbVisitesDeclared: Count,
});

/** A number cannot express "12 bis" or the postal code 01000, so another service may send text. */
const NumberOrText = z.union([z.number(), ShortText]).optional();

const ReadableActionSchema = ActionSchema.extend({
  Addresses: z.array(
    ActionAddressSchema.extend({
      housenumber: NumberOrText,
      postalcode: NumberOrText,
      citycode: NumberOrText,
      floor: NumberOrText,
    })
  ),
});

export const ActionAggregateRead = tolerant(ActionAggregateSchema.extend({ Action: ReadableActionSchema }), [
  'Action',
]);
export type ActionAggregate = z.output<typeof ActionAggregateRead>;
export type Action = ActionAggregate['Action'];

/** The interface documents no query; without a limit the list contains every action. */
export const ActionListQuery = z.object({
  limit: integerText(1, PAGE_MAXIMUM).optional(),
  offset: integerText(0).optional(),
});
export const ActionListResponse = envelope(z.object({ ActionsAggreg: z.array(ActionAggregateSchema) }));

export const ActionResponse = envelope(ActionAggregateSchema);

const Reference = z.strictObject({ id: Id });
const MOST_REFERENCES = 10_000;
const MOST_FACTS = 50;
/** The largest number of the database column. */
const Goal = z.int().min(0).max(2_147_483_647);

const actionContent = {
  name: WrittenName.min(1),
  pitch: LongText.nullable(),
  link: WebAddress.nullable(),
  registration_link: WebAddress.nullable(),
  start: Timestamp.nullable(),
  end: Timestamp.nullable(),
  goal: Goal.nullable(),
  goal_forms: Goal.nullable(),
  public: z.boolean(),
  state: z.enum(ACTION_STATES),
  users: z.array(Reference).max(MOST_REFERENCES),
  teams: z.array(Reference).max(MOST_REFERENCES),
  forms: z.array(Reference).max(MOST_REFERENCES),
  /** The opening words and what is good to know at the door. */
  facts: z.array(z.strictObject({ title: WrittenName, text: LongText })).max(MOST_FACTS),
  /** Drawn areas as GeoJSON, and what is cut out of them. */
  polygon: SerialisedText,
  not_polygon: SerialisedText,
  /** Streets with house numbers, see `domain/turf.ts`. */
  address_included: SerialisedText,
  /** The names of polling stations, as a list. */
  polling_station_included: SerialisedText,
};

const ActionUpdateSchema = z.strictObject(actionContent).partial();
const ActionCreateSchema = ActionUpdateSchema.extend({ name: actionContent.name });
export type ActionUpdate = z.output<typeof ActionUpdateSchema>;
export type ActionCreate = z.output<typeof ActionCreateSchema>;

/** A new action is a draft unless it says otherwise. */
export const ActionCreateRequest = z.strictObject({ data: z.strictObject({ action: ActionCreateSchema }) });
/** Changes the given fields; null clears one. */
export const ActionUpdateRequest = z.strictObject({ data: z.strictObject({ action: ActionUpdateSchema }) });
