import { MapTilesSchema, type MapTiles } from '@/contract/spaceSettings';
import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const mapTileQueries = {
  /** Null without a tile server, or while the service is not reached. */
  server: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>) =>
    tableQuery({
      queryKey: ['mapTiles', scope.id],
      tables: [],
      queryFn: async (): Promise<MapTiles | null> => {
        const settings = await online.read({ endpoint: 'getSpace' });
        // A service is read tolerantly; an address that pictures are loaded from is checked.
        const tiles = MapTilesSchema.safeParse(settings.kind === 'read' ? settings.value.map_tiles : null);
        return tiles.success ? tiles.data : null;
      },
      // Fetched with each map: an admin may have changed it.
      staleTime: 0,
    }),
};
