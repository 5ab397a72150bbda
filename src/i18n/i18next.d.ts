import 'i18next';

import { type en } from './messages/en';

declare module 'i18next' {
  /** Types `t` by the English messages: an unknown key is a type error. */
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
