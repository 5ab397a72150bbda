// What expo-router/entry does, once the first screen is at hand. The order matters: it is asked for before the router.
import '@expo/metro-runtime';
import { firstScreen } from './routeFiles.web';
import { App } from 'expo-router/build/qualified-entry';
import { renderRootComponent } from 'expo-router/build/renderRootComponent';

void firstScreen.then(() => renderRootComponent(App));
