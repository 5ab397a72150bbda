import { Accuracy, requestForegroundPermissionsAsync, watchPositionAsync } from 'expo-location';

export type PositionUpdate =
  | { kind: 'fix'; latitude: number; longitude: number; accuracyMetres: number }
  | { kind: 'refused' }
  | { kind: 'unknown' };

export type WatchPosition = (listener: (news: PositionUpdate) => void) => () => void;

/** Asks the phone where it is, for as long as the map is open. Nothing of it is stored or sent. */
export const watchPosition: WatchPosition | null = (listener) => {
  let stop = () => {};
  let isOver = false;
  const begin = async () => {
    const { granted } = await requestForegroundPermissionsAsync();
    if (!granted) return listener({ kind: 'refused' });
    const subscription = await watchPositionAsync(
      { accuracy: Accuracy.High, distanceInterval: 5 },
      ({ coords: { latitude, longitude, accuracy } }) =>
        listener({ kind: 'fix', latitude, longitude, accuracyMetres: accuracy ?? 0 })
    );
    stop = () => subscription.remove();
    if (isOver) stop();
  };
  begin().catch(() => listener({ kind: 'unknown' }));
  return () => {
    isOver = true;
    stop();
  };
};
