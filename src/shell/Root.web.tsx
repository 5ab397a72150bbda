import { ExpoRoot } from 'expo-router';
import { ctx } from 'expo-router/_ctx';

/** In a separate file, so that hot reload can replace the routes without running the entry file again. */
export function Root() {
  return <ExpoRoot context={ctx} />;
}
