/** The common lines of a team's address, in the order in which they are written. */
export const usualLines = [
  'housenumber',
  'street',
  'postalcode',
  'city',
  'building',
  'floor',
  'door',
  'addition',
  'infos',
] as const;

/** The rare lines. */
export const rareLines = [
  'state',
  'country',
  'citycode',
  'pollingstation',
  'building_type',
  'lattitude',
  'longitude',
  'location',
] as const;

/** Every address line of the form, named by the messages `teamEdit.address.*`. */
export const addressLines = [...usualLines, ...rareLines] as const;
export type AddressField = (typeof addressLines)[number];
