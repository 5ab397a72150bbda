import { actions } from './actions';
import { board } from './board';
import { boot } from './boot';
import { capture } from './capture';
import { catalogue } from './catalogue';
import { common } from './common';
import { contactEdit } from './contactEdit';
import { contacts } from './contacts';
import { duplicates } from './duplicates';
import { erasure } from './erasure';
import { forms } from './forms';
import { home } from './home';
import { join } from './join';
import { lock } from './lock';
import { outbox } from './outbox';
import { practice } from './practice';
import { promises } from './promises';
import { receipts } from './receipts';
import { settings } from './settings';
import { teamEdit } from './teamEdit';
import { teams } from './teams';
import { unlinked } from './unlinked';
import { you } from './you';

/** The messages that the first screens use, and all others but those in `later.ts`. */
export const first = {
  common,
  boot,
  home,
  practice,
  promises,
  receipts,
  board,
  actions,
  teams,
  contacts,
  contactEdit,
  forms,
  duplicates,
  capture,
  outbox,
  catalogue,
  settings,
  erasure,
  teamEdit,
  unlinked,
  you,
  join,
  lock,
} as const;
