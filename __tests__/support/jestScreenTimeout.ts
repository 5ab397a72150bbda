import { configure } from '@testing-library/react-native';

import './jestElements';
import './jestTimeout';

// The first render of a file loads the entire app.
configure({ asyncUtilTimeout: 30_000 });
