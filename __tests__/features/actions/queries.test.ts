import { mapTileQueries } from '@/features/actions/queries';

import { createTestRuntime } from '../support/runtime';

describe('the tile server of the maps', () => {
  const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Town' };
  const serverOf = async (settings?: object) => {
    const { runtime, fakes } = await createTestRuntime();
    fakes.online.getSpace = settings;
    return mapTileQueries.server(runtime).queryFn();
  };

  it('is the one of the settings of the space', async () => {
    expect(await serverOf({ map_tiles: tiles })).toEqual(tiles);
    expect(await serverOf({})).toBeNull();
    expect(await serverOf()).toBeNull();
  });

  it('is no address that pictures must not be loaded from, and none without an attribution', async () => {
    expect(
      await serverOf({ map_tiles: { ...tiles, url: 'http://tiles.example.org/{z}/{x}/{y}.png' } })
    ).toBeNull();
    expect(await serverOf({ map_tiles: { ...tiles, url: 'file:///{z}/{x}/{y}' } })).toBeNull();
    expect(await serverOf({ map_tiles: { ...tiles, attribution: '' } })).toBeNull();
  });
});
