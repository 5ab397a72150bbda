// Does what expo-router/entry does, after the first screen is loaded. The request for it starts before the router loads.
import '@expo/metro-runtime';
import { firstScreen } from './prefetchRoutes.web';
import { registerRootComponent } from 'expo';
import { Root } from './Root.web';

void firstScreen.then(() => registerRootComponent(Root));
