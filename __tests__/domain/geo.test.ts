import { projectToPlane, readLocation, readOutlines, readPolygons } from '@/domain/geo';

const corners = [
  { latitude: 45.77, longitude: 4.82 },
  { latitude: 45.78, longitude: 4.82 },
  { latitude: 45.78, longitude: 4.84 },
];
const pairs = corners.map(({ latitude, longitude }) => [longitude, latitude]);
const closed = [...pairs, pairs[0]];

describe('the outline of an area', () => {
  it.each([
    ['GeoJSON', { type: 'Polygon', coordinates: [closed] }],
    ['a GeoJSON feature', { type: 'Feature', geometry: { type: 'Polygon', coordinates: [closed] } }],
    ['a list of lat and lng', corners.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }))],
    ['bare pairs, latitude first', corners.map(({ latitude, longitude }) => [latitude, longitude])],
  ])('is parsed from %s', (_name, drawing) => {
    expect(readOutlines(JSON.stringify(drawing))).toEqual([corners]);
  });

  it('is parsed from well-known text', () => {
    const text = closed.map((pair) => pair?.join(' ')).join(', ');
    expect(readOutlines(`POLYGON((${text}))`)).toEqual([corners]);
  });

  it('may have several parts', () => {
    const drawing = { type: 'MultiPolygon', coordinates: [[closed], [closed]] };
    expect(readOutlines(JSON.stringify(drawing))).toHaveLength(2);
  });

  it('has the holes of each part after it', () => {
    const inner = pairs.map(([longitude = 0, latitude = 0]) => [longitude + 0.001, latitude + 0.001]);
    const hole = corners.map(({ latitude, longitude }) => ({
      latitude: latitude + 0.001,
      longitude: longitude + 0.001,
    }));
    const wkt = (ring: readonly unknown[]) =>
      `(${ring.map((pair) => (Array.isArray(pair) ? pair.join(' ') : '')).join(', ')})`;
    const polygon = { type: 'Polygon', coordinates: [closed, inner] };
    const parts = { type: 'MultiPolygon', coordinates: [[closed, inner], [closed]] };
    expect(readPolygons(JSON.stringify(polygon))).toEqual([[corners, hole]]);
    expect(readPolygons(JSON.stringify({ geometry: parts }))).toEqual([[corners, hole], [corners]]);
    expect(readPolygons(`POLYGON(${wkt(closed)}, ${wkt(inner)})`)).toEqual([[corners, hole]]);
    expect(readPolygons(`MULTIPOLYGON((${wkt(closed)},${wkt(inner)}), (${wkt(closed)}))`)).toEqual([
      [corners, hole],
      [corners],
    ]);
    // Lines that are no polygon are parts of their own.
    expect(readPolygons(JSON.stringify([closed, inner]))).toHaveLength(2);
  });

  it.each([
    undefined,
    '',
    ' ',
    '[]',
    '{}',
    'null',
    'not a drawing',
    '[[1,2]]',
    '{"coordinates":[["a","b"]]}',
    '[[500,4],[501,4],[502,4]]',
  ])('is empty for an unknown format: %s', (text) => expect(readOutlines(text)).toEqual([]));
});

describe('a flat map', () => {
  it('preserves distances: a hundredth of a degree of latitude is 1113 m', () => {
    const plane = projectToPlane([corners[0]!, corners[1]!]);
    expect(Math.round(plane?.height ?? 0)).toBe(1113);
    const shrunk = projectToPlane([corners[1]!, corners[2]!]);
    expect(Math.round(shrunk?.width ?? 0)).toBe(
      Math.round(0.02 * 111_320 * Math.cos((45.78 * Math.PI) / 180))
    );
  });

  it('crosses the date line on the short side', () => {
    const plane = projectToPlane([
      { latitude: -17, longitude: 179.99 },
      { latitude: -17, longitude: -179.99 },
    ]);
    expect(plane?.width).toBeLessThan(3000);
  });

  it('is null without a position, and a neighbourhood around a single one', () => {
    expect(projectToPlane([])).toBeNull();
    expect(projectToPlane([corners[0]!])).toMatchObject({ width: 60, height: 60 });
  });
});

test('a location is latitude, longitude and nothing else', () => {
  expect(readLocation('45.77, 4.82')).toEqual(corners[0]);
  expect(readLocation('45.77')).toBeNull();
  expect(readLocation('45,77, 4,82')).toBeNull();
  expect(readLocation(undefined)).toBeNull();
});
