import { registerRootComponent } from 'expo';
import { createElement } from 'react';
import { Text } from 'react-native';

/** The least that Expo can show: one line of text. */
registerRootComponent(() => createElement(Text, null, 'An empty page'));
