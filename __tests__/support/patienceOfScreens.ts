import { configure } from '@testing-library/react-native';

import './patience';

// The first drawing of a file loads the whole app, and what a screen waits for may come late.
configure({ asyncUtilTimeout: 30_000 });
