import { actions } from './actions';
import { boot } from './boot';
import { capture } from './capture';
import { catalogue } from './catalogue';
import { common } from './common';
import { contacts } from './contacts';
import { home } from './home';
import { join } from './join';
import { ledger } from './ledger';
import { outbox } from './outbox';
import { people } from './people';
import { settings } from './settings';
import { teams } from './teams';

/** Every word the app says, one file per feature. This shape is what `t` is typed by and other languages follow. */
export const en = {
  common,
  boot,
  home,
  actions,
  teams,
  contacts,
  capture,
  outbox,
  people,
  ledger,
  catalogue,
  settings,
  join,
} as const;
