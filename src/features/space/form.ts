import { z } from 'zod';

import { SEARCHERS } from '@/contract/lookUp';
import {
  MapTilesSchema,
  RETENTION_LIMITS,
  VISIBILITIES,
  type MapTiles,
  type Retention,
  type SpaceSettings,
} from '@/contract/spaceSettings';

export const RETENTIONS = Object.keys(RETENTION_LIMITS) as Retention[];

/** The fields that the form changes. Absent: the service does not have the setting. */
export type SpaceFields = Partial<
  Pick<
    SpaceSettings,
    'name' | 'second_factor_required' | 'newcomer_codes' | 'visibility' | 'search_everyone' | Retention
  >
> & {
  /** One value: an attribution never belongs to the address of another server. */
  map_tiles?: MapTiles | null;
};

export function spaceFields(settings: SpaceSettings): SpaceFields {
  const { name, second_factor_required, newcomer_codes, visibility, search_everyone } = settings;
  const { audit_days, mail_days, response_days } = settings;
  const retention = { audit_days, mail_days, response_days };
  const tiles = MapTilesSchema.safeParse(settings.map_tiles);
  const map_tiles = tiles.success ? tiles.data : null;
  return {
    name,
    second_factor_required,
    newcomer_codes,
    visibility,
    search_everyone,
    map_tiles,
    ...retention,
  };
}

const SpaceFormSchema = z.object({
  name: z.string(),
  isSecondStepRequired: z.boolean(),
  areCodesAllowed: z.boolean(),
  /** Absent: the service does not have the setting. */
  visibility: z.enum(VISIBILITIES).optional(),
  searchers: z.enum(SEARCHERS).optional(),
  tiles: z.object({ url: z.string(), attribution: z.string() }),
  days: z.record(z.enum(['audit_days', 'mail_days', 'response_days']), z.string()),
});
export type SpaceForm = z.output<typeof SpaceFormSchema>;

export const SpaceDraftSchema = z.object({
  version: z.literal(1),
  seen: z.custom<SpaceFields>((value) => typeof value === 'object' && value !== null),
  form: SpaceFormSchema,
});
export type SpaceDraft = z.output<typeof SpaceDraftSchema>;

export function spaceForm(fields: SpaceFields): SpaceForm {
  const typed = (retention: Retention) => String(fields[retention] ?? '');
  return {
    name: fields.name ?? '',
    isSecondStepRequired: fields.second_factor_required ?? false,
    areCodesAllowed: fields.newcomer_codes ?? false,
    visibility: VISIBILITIES.find((known) => known === fields.visibility),
    searchers: SEARCHERS.find((known) => known === fields.search_everyone),
    tiles: { url: fields.map_tiles?.url ?? '', attribution: fields.map_tiles?.attribution ?? '' },
    days: {
      audit_days: typed('audit_days'),
      mail_days: typed('mail_days'),
      response_days: typed('response_days'),
    },
  };
}

/** Whether data is deleted that is stored today. */
export function isShorter(fields: SpaceFields, seen: SpaceFields): boolean {
  return RETENTIONS.some((retention) => (fields[retention] ?? 0) < (seen[retention] ?? 0));
}

export type SpaceErrors = Partial<Record<'name' | 'url' | 'attribution' | Retention, true>>;
export type SpaceReading =
  { kind: 'fields'; fields: SpaceFields; isChanged: boolean } | { kind: 'errors'; errors: SpaceErrors };

/** Reads the form; a manager changes the codes for newcomers only. */
export function readSpaceForm(form: SpaceForm, seen: SpaceFields, isAdmin: boolean): SpaceReading {
  const codes = { newcomer_codes: form.areCodesAllowed };
  if (!isAdmin)
    return {
      kind: 'fields',
      fields: { ...seen, ...codes },
      isChanged: form.areCodesAllowed !== (seen.newcomer_codes ?? false),
    };
  const errors: SpaceErrors = {};
  const name = form.name.trim();
  if (name === '') errors.name = true;
  const days = RETENTIONS.map((retention) => {
    const { shortest, longest } = RETENTION_LIMITS[retention];
    const typed = form.days[retention].trim();
    const number = /^\d{1,5}$/.test(typed) ? Number(typed) : NaN;
    if (!(number >= shortest && number <= longest)) errors[retention] = true;
    return [retention, number] as const;
  });
  const tiles = readTiles(form.tiles, errors);
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors };
  const fields: SpaceFields = {
    ...seen,
    ...codes,
    name,
    second_factor_required: form.isSecondStepRequired,
    ...(form.visibility === undefined ? {} : { visibility: form.visibility }),
    ...(form.searchers === undefined ? {} : { search_everyone: form.searchers }),
    map_tiles: tiles,
    ...(Object.fromEntries(days) as Record<Retention, number>),
  };
  return { kind: 'fields', fields, isChanged: JSON.stringify(fields) !== JSON.stringify(seen) };
}

/** The typed tile server; null if all of it is empty. */
function readTiles(typed: SpaceForm['tiles'], errors: SpaceErrors): MapTiles | null {
  const tiles = { url: typed.url.trim(), attribution: typed.attribution.trim() };
  if (tiles.url === '' && tiles.attribution === '') return null;
  if (!MapTilesSchema.shape.url.safeParse(tiles.url).success) errors.url = true;
  if (tiles.attribution === '') errors.attribution = true;
  return tiles;
}
