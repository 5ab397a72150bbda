/** The section, title and description of an endpoint in the documentation. */
export type EndpointTexts = { readonly tag: string; readonly summary: string; readonly description?: string };

/** The sections of the documentation, in order. */
export const TAGS = [
  'Transaction bundles',
  'Prices',
  'Contacts',
  'Actions',
  'Cash',
  'Teams',
  'Users',
  'Changes',
  'Devices',
  'Audit log',
  'Tokens',
  'Personal data',
  'Space',
  'Service',
] as const;

export const describe = (
  tag: (typeof TAGS)[number],
  summary: string,
  description?: string
): EndpointTexts => ({
  tag,
  summary,
  ...(description === undefined ? {} : { description }),
});

export const PAGED = 'At most 1000 per page; `total` is the number of all.';
