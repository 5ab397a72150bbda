export const outbox = {
  title: 'Outbox',
} as const;
