import { MapTilesSchema } from '@/contract/spaceSettings';
import { addressOf, boundsOf, tileZoom, tilesIn } from '@/domain/mapTiles';

const lyon = {
  northWest: { latitude: 45.78, longitude: 4.82 },
  southEast: { latitude: 45.77, longitude: 4.84 },
};

describe('the tiles of a map', () => {
  it('have the numbers that tile servers use', () => {
    expect(tilesIn(lyon, 0)).toEqual([{ zoom: 0, x: 0, y: 0 }]);
    // From the formula of the numbering, calculated by hand: 2102.9 to 2103.1 and 1460.8 to 1460.9.
    expect(tilesIn(lyon, 12)).toEqual([
      { zoom: 12, x: 2102, y: 1460 },
      { zoom: 12, x: 2103, y: 1460 },
    ]);
    expect(tilesIn(lyon, 15)).toHaveLength(6);
  });

  it('cover the part that is asked for, each next to the other', () => {
    const bounds = tilesIn(lyon, 16).map(boundsOf);
    const [first, last] = [bounds[0], bounds[bounds.length - 1]];
    expect(first?.northWest.latitude).toBeGreaterThanOrEqual(lyon.northWest.latitude);
    expect(first?.northWest.longitude).toBeLessThanOrEqual(lyon.northWest.longitude);
    expect(last?.southEast.latitude).toBeLessThanOrEqual(lyon.southEast.latitude);
    expect(last?.southEast.longitude).toBeGreaterThanOrEqual(lyon.southEast.longitude);
    expect(bounds[1]?.northWest.longitude).toBeCloseTo(first?.southEast.longitude ?? 0, 9);
  });

  it('are about as large on screen as they are', () => {
    // At the equator a tile of zoom 10 is 39 km wide.
    const equator = { northWest: { latitude: 0, longitude: 0 }, southEast: { latitude: 0, longitude: 0 } };
    expect(tileZoom(equator, 256 / 39_136)).toBe(10);
    expect(tileZoom(equator, 100)).toBe(18);
    expect(tileZoom(equator, 1e-9)).toBe(0);
  });

  it('have their numbers in the address', () => {
    const tiles = { url: 'https://tiles.example.org/{z}/{y}/{x}.png?key=a', attribution: 'a' };
    expect(addressOf(tiles, { zoom: 3, x: 1, y: 2 })).toBe('https://tiles.example.org/3/2/1.png?key=a');
  });
});

describe('the address of a tile server', () => {
  const accepts = (url: string) => MapTilesSchema.safeParse({ url, attribution: '© Town' }).success;

  it('is https with each number once', () => {
    for (const url of [
      'https://tiles.example.org/{z}/{x}/{y}.png',
      'https://tiles.example.org:8443/map?x={x}&y={y}&z={z}',
    ])
      expect([url, accepts(url)]).toEqual([url, true]);
    for (const url of [
      '',
      'http://tiles.example.org/{z}/{x}/{y}.png',
      'https://tiles.example.org/{z}/{x}.png',
      'https://tiles.example.org/{z}/{x}/{x}.png',
      'https://tiles.example.org/{z}/{x}/{y}/{y}.png',
      'https://{s}.example.org/{z}/{x}/{y}.png',
      'https://name:word@tiles.example.org/{z}/{x}/{y}.png',
      'https://tiles.example.org/{z}/{x}/{y} .png',
      'javascript:alert(1)//{z}/{x}/{y}',
      'data:image/png,{z}{x}{y}',
    ])
      expect([url, accepts(url)]).toEqual([url, false]);
    expect(MapTilesSchema.safeParse({ url: 'https://a.org/{z}/{x}/{y}', attribution: ' ' }).success).toBe(
      false
    );
  });
});
