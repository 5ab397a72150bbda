import { ActionsScreen } from '@/features/actions/ActionsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '../ListDetailLayout';

// Back from a detail that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

export function ActionsLayout() {
  return (
    <ListDetailLayout root="/actions" list={<ActionsScreen />} placeholder={<NothingChosen icon="flag" />} />
  );
}
