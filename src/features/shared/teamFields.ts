/** The lines of a team's address that everybody knows, in the order in which one writes them. */
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

/** Those that few need. */
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

/** Every line that a form here has; their names are the messages `teamEdit.address.*`. */
export const addressLines = [...usualLines, ...rareLines] as const;
export type AddressField = (typeof addressLines)[number];
