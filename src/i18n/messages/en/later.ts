import { actionEdit } from './actionEdit';
import { audit } from './audit';
import { batches } from './batches';
import { cash } from './cash';
import { catalogueEdit } from './catalogueEdit';
import { checkIn } from './checkIn';
import { contactImport } from './contactImport';
import { counts } from './counts';
import { help } from './help';
import { holding } from './holding';
import { invitations } from './invitations';
import { ledger } from './ledger';
import { months } from './months';
import { people } from './people';
import { reconciliation } from './reconciliation';
import { rollCall } from './rollCall';
import { sealed } from './sealed';
import { space } from './space';
import { tokens } from './tokens';

/** The messages that only screens of `src/shell/later` use, and are downloaded with them. A browser test checks it. */
export const later = {
  actionEdit,
  audit,
  batches,
  cash,
  catalogueEdit,
  checkIn,
  contactImport,
  counts,
  help,
  holding,
  invitations,
  ledger,
  months,
  people,
  reconciliation,
  rollCall,
  sealed,
  space,
  tokens,
} as const;
