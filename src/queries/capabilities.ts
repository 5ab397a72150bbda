import { type ExtensionName } from '@/contract/extensions';
import { getFact } from '@/db/facts';

import { tableQuery, type Source } from './query';

export const capabilityQueries = {
  /** Whether the service announced an extension. */
  has: ({ store, scope }: Source, name: ExtensionName) =>
    tableQuery({
      queryKey: ['capabilities', scope.id, name],
      tables: ['facts'],
      queryFn: async () => ((await getFact(store, scope, 'capabilities')) ?? []).includes(name),
    }),
};
