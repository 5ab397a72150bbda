import { LedgerScreen } from '@/features/ledger/LedgerScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '../ListDetailLayout';

// Back from a detail that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

export function LedgerLayout() {
  return (
    <ListDetailLayout root="/ledger" list={<LedgerScreen />} placeholder={<NothingChosen icon="cash" />} />
  );
}
