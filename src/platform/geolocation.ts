import { Accuracy, requestForegroundPermissionsAsync, watchPositionAsync } from 'expo-location';

export type PositionUpdate =
  | { kind: 'fix'; latitude: number; longitude: number; accuracyMetres: number }
  | { kind: 'refused' }
  | { kind: 'unknown' };

export type WatchPosition = (listener: (update: PositionUpdate) => void) => () => void;

/** Watches the position while the map is open. It is neither stored nor sent. */
export const watchPosition: WatchPosition | null = (listener) => {
  let stop = () => {};
  let isStopped = false;
  const start = async () => {
    const { granted } = await requestForegroundPermissionsAsync();
    if (!granted) return listener({ kind: 'refused' });
    const subscription = await watchPositionAsync(
      { accuracy: Accuracy.High, distanceInterval: 5 },
      ({ coords: { latitude, longitude, accuracy } }) =>
        listener({ kind: 'fix', latitude, longitude, accuracyMetres: accuracy ?? 0 })
    );
    stop = () => subscription.remove();
    if (isStopped) stop();
  };
  start().catch(() => listener({ kind: 'unknown' }));
  return () => {
    isStopped = true;
    stop();
  };
};
