// The order matters: the first screen is requested before the router starts.
import '@expo/metro-runtime';
import { firstScreen } from './prefetchRoutes.web';

// `require`, not `import()`: the router belongs to the first load, not to a chunk of its own.
// eslint-disable-next-line @typescript-eslint/no-require-imports
void firstScreen.then(() => require('expo-router/entry'));
