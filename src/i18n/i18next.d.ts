import 'i18next';

import { type en } from './messages/en';

declare module 'i18next' {
  /** `t` takes the keys of the English messages and no others: a missing message is a type error. */
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
