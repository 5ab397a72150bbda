export const teams = {
  title: 'Teams',
} as const;
