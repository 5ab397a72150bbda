import { german } from '@/domain/words/german';
import { type LanguagePack } from '../../pack';
import { actionEdit } from './actionEdit';
import { actions } from './actions';
import { audit } from './audit';
import { batches } from './batches';
import { board } from './board';
import { boot } from './boot';
import { capture } from './capture';
import { cash } from './cash';
import { catalogue } from './catalogue';
import { catalogueEdit } from './catalogueEdit';
import { checkIn } from './checkIn';
import { common } from './common';
import { contactEdit } from './contactEdit';
import { contactImport } from './contactImport';
import { contacts } from './contacts';
import { counts } from './counts';
import { duplicates } from './duplicates';
import { erasure } from './erasure';
import { forms } from './forms';
import { help } from './help';
import { holding } from './holding';
import { home } from './home';
import { invitations } from './invitations';
import { join } from './join';
import { ledger } from './ledger';
import { lock } from './lock';
import { months } from './months';
import { outbox } from './outbox';
import { people } from './people';
import { practice } from './practice';
import { promises } from './promises';
import { receipts } from './receipts';
import { reconciliation } from './reconciliation';
import { rollCall } from './rollCall';
import { sealed } from './sealed';
import { settings } from './settings';
import { teamEdit } from './teamEdit';
import { space } from './space';
import { teams } from './teams';
import { tokens } from './tokens';
import { unlinked } from './unlinked';
import { you } from './you';

export const de: LanguagePack = {
  speller: german,
  messages: {
    common,
    boot,
    home,
    help,
    holding,
    practice,
    cash,
    counts,
    sealed,
    batches,
    months,
    promises,
    receipts,
    reconciliation,
    board,
    actions,
    teams,
    rollCall,
    checkIn,
    contacts,
    contactEdit,
    forms,
    contactImport,
    duplicates,
    capture,
    outbox,
    people,
    ledger,
    catalogue,
    catalogueEdit,
    settings,
    audit,
    tokens,
    space,
    erasure,
    invitations,
    actionEdit,
    teamEdit,
    unlinked,
    you,
    join,
    lock,
  },
};
