import { type WatchPosition } from './geolocation';

/** The browser asks its owner the first time, and works without a network where the device has a receiver. */
const watch: WatchPosition = (listener) => {
  const id = navigator.geolocation.watchPosition(
    ({ coords }) =>
      listener({
        kind: 'fix',
        latitude: coords.latitude,
        longitude: coords.longitude,
        accuracyMetres: coords.accuracy,
      }),
    (problem) => listener({ kind: problem.code === problem.PERMISSION_DENIED ? 'refused' : 'unknown' }),
    { enableHighAccuracy: true, maximumAge: 15_000 }
  );
  return () => navigator.geolocation.clearWatch(id);
};

export const watchPosition: WatchPosition | null = 'geolocation' in navigator ? watch : null;
