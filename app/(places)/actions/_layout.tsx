import { ActionsScreen } from '@/features/actions/ActionsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { PlaceLayout } from '@/shell/PlaceLayout';

// A detail opened by its address has the list under it.
export const unstable_settings = { anchor: 'index' };

export default function ActionsLayout() {
  return <PlaceLayout root="/actions" list={<ActionsScreen />} placeholder={<NothingChosen icon="flag" />} />;
}
