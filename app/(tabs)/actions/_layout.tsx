import { ActionsScreen } from '@/features/actions/ActionsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '@/shell/ListDetailLayout';

// A detail opened by its address has the list under it.
export const unstable_settings = { anchor: 'index' };

export default function ActionsLayout() {
  return (
    <ListDetailLayout root="/actions" list={<ActionsScreen />} placeholder={<NothingChosen icon="flag" />} />
  );
}
