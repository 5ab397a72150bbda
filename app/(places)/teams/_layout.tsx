import { TeamsScreen } from '@/features/teams/TeamsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { PlaceLayout } from '@/shell/PlaceLayout';

// A detail opened by its address has the list under it.
export const unstable_settings = { anchor: 'index' };

export default function TeamsLayout() {
  return <PlaceLayout root="/teams" list={<TeamsScreen />} placeholder={<NothingChosen icon="people" />} />;
}
