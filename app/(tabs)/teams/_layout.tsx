import { TeamsScreen } from '@/features/teams/TeamsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '@/shell/ListDetailLayout';

// A detail opened by its address has the list under it.
export const unstable_settings = { anchor: 'index' };

export default function TeamsLayout() {
  return (
    <ListDetailLayout root="/teams" list={<TeamsScreen />} placeholder={<NothingChosen icon="people" />} />
  );
}
