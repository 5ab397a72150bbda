import { LedgerScreen } from '@/features/ledger/LedgerScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '@/shell/ListDetailLayout';

// A detail opened by its address has the list under it.
export const unstable_settings = { anchor: 'index' };

export default function LedgerLayout() {
  return (
    <ListDetailLayout root="/ledger" list={<LedgerScreen />} placeholder={<NothingChosen icon="cash" />} />
  );
}
