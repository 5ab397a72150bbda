import { type WatchPosition } from './geolocation';

const watch: WatchPosition = (listener) => {
  const id = navigator.geolocation.watchPosition(
    ({ coords }) =>
      listener({
        kind: 'fix',
        latitude: coords.latitude,
        longitude: coords.longitude,
        accuracyMetres: coords.accuracy,
      }),
    (error) => listener({ kind: error.code === error.PERMISSION_DENIED ? 'refused' : 'unknown' }),
    { enableHighAccuracy: true, maximumAge: 15_000 }
  );
  return () => navigator.geolocation.clearWatch(id);
};

export const watchPosition: WatchPosition | null = 'geolocation' in navigator ? watch : null;
