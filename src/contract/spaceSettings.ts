import { z } from 'zod';

import { envelope } from './envelope';
import { SEARCHERS } from './lookUp';
import { Name, WrittenName } from './primitives';
import { tolerant } from './tolerant';

/** The shortest and the longest time, in days, that a space stores what it does not need any more; the database has the same limits. */
export const RETENTION_LIMITS = {
  audit_days: { shortest: 90, longest: 3650 },
  mail_days: { shortest: 1, longest: 365 },
  /** Afterwards a repeated write gets only the numbers of what it stored. */
  response_days: { shortest: 30, longest: 3650 },
} as const;
export type Retention = keyof typeof RETENTION_LIMITS;

const days = (retention: Retention) =>
  z.int().min(RETENTION_LIMITS[retention].shortest).max(RETENTION_LIMITS[retention].longest);

export const VISIBILITIES = ['assigned', 'everyone'] as const;

/** The tile server of an organisation: the address of one tile, with {z}, {x} and {y} once each, and who made the map. */
export const MapTilesSchema = z.strictObject({
  url: z
    .string()
    .max(500)
    .regex(
      /^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?\/[!-z|~]*(\{[xyz]\}[!-z|~]*){3}$/,
      'expected https and {z}, {x} and {y}'
    )
    .refine(
      (url) => ['{x}', '{y}', '{z}'].every((place) => url.includes(place)),
      'expected {z}, {x} and {y}'
    ),
  attribution: Name.trim().min(1),
});
export type MapTiles = z.output<typeof MapTilesSchema>;

/** The settings of the caller's space. */
export const SpaceSettingsSchema = z.object({
  name: WrittenName.min(1),
  /** Whether managers and above need a second factor. */
  second_factor_required: z.boolean(),
  /** Whether leaders may let people into their teams with a code; managers change this one. */
  newcomer_codes: z.boolean(),
  audit_days: days('audit_days'),
  mail_days: days('mail_days'),
  response_days: days('response_days'),
  /** Who sees contacts, gifts and people: those who are assigned to them, or everyone in the space. */
  visibility: z.enum(VISIBILITIES),
  /** Who finds people beyond what they see. */
  search_everyone: z.enum(SEARCHERS),
  map_tiles: MapTilesSchema.nullable(),
});
export const SpaceSettingsRead = tolerant(SpaceSettingsSchema, []);
export type SpaceSettings = z.output<typeof SpaceSettingsRead>;

export const SpaceSettingsResponse = envelope(SpaceSettingsSchema);

export const SpaceSettingsUpdateRequest = z.object({ data: SpaceSettingsSchema.partial() });
export type SpaceSettingsUpdate = z.output<typeof SpaceSettingsUpdateRequest>['data'];
