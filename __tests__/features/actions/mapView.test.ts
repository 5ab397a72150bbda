import { projectToPlane } from '@/domain/geo';
import {
  awayFrom,
  initialView,
  panBy,
  scaleBar,
  scaleOf,
  toScreen,
  viewWith,
  zoomBy,
} from '@/features/actions/mapView';

describe('the map', () => {
  const plane = projectToPlane([
    { latitude: 45.77, longitude: 4.82 },
    { latitude: 45.78, longitude: 4.84 },
  ]);
  const size = { width: 350, height: 240 };
  if (plane === null) throw new Error('a plane was laid');
  const initial = initialView(plane);

  it('says how far the area is and which way, and shows it with a position outside of it', () => {
    expect(awayFrom(plane, { latitude: 45.775, longitude: 4.83 })).toBeNull();
    const south = awayFrom(plane, { latitude: 45.76, longitude: 4.83 });
    expect(south?.direction).toBe('n');
    expect(south?.metres).toBeCloseTo(1_113, -1);
    const outside = { latitude: 45.8, longitude: 4.9 };
    expect(awayFrom(plane, outside)?.direction).toBe('sw');
    const view = viewWith(plane, outside);
    const scale = scaleOf(plane, view, size);
    for (const position of [outside, { latitude: 45.77, longitude: 4.82 }]) {
      const { x, y } = toScreen(plane.toPoint(position), view, scale, size);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(size.width);
      expect(y).toBeLessThanOrEqual(size.height);
    }
  });

  it('shows all of it at first', () => {
    const scale = scaleOf(plane, initial, size);
    for (const position of [
      { latitude: 45.77, longitude: 4.82 },
      { latitude: 45.78, longitude: 4.84 },
    ]) {
      const { x, y } = toScreen(plane.toPoint(position), initial, scale, size);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(size.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(size.height);
    }
  });

  it('zooms around the finger', () => {
    const scale = scaleOf(plane, initial, size);
    const finger = { x: 60, y: -30 };
    const under = { x: initial.centre.x + finger.x / scale, y: initial.centre.y + finger.y / scale };
    const closer = zoomBy(plane, initial, 2, finger, scale);
    const seen = toScreen(under, closer, scaleOf(plane, closer, size), size);
    expect(seen.x).toBeCloseTo(size.width / 2 + finger.x, 5);
    expect(seen.y).toBeCloseTo(size.height / 2 + finger.y, 5);
  });

  it('is never zoomed out too far, nor panned off the screen', () => {
    const scale = scaleOf(plane, initial, size);
    expect(zoomBy(plane, initial, 0.1, { x: 0, y: 0 }, scale)).toEqual(initial);
    const far = panBy(plane, initial, { x: 100_000, y: -100_000 }, scale);
    expect(Math.abs(far.centre.x - plane.centre.x)).toBeLessThanOrEqual(plane.width / 2);
    expect(Math.abs(far.centre.y - plane.centre.y)).toBeLessThanOrEqual(plane.height / 2);
  });

  it('shows its scale as a round length', () => {
    const { metres, pixels } = scaleBar(0.2, size);
    expect(metres).toBe(500);
    expect(pixels).toBeLessThanOrEqual(size.width / 3);
  });
});
