import { audit } from './audit';
import { catalogueEdit } from './catalogueEdit';
import { contactImport } from './contactImport';
import { holding } from './holding';
import { ledger } from './ledger';
import { space } from './space';
import { tokens } from './tokens';

/** The messages that only screens of `src/shell/later` use, and are downloaded with them. A browser test checks it. */
export const later = {
  audit,
  catalogueEdit,
  contactImport,
  holding,
  ledger,
  space,
  tokens,
} as const;
