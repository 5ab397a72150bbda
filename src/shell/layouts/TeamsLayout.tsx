import { TeamsScreen } from '@/features/teams/TeamsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '../ListDetailLayout';

// Back from a detail that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

export function TeamsLayout() {
  return (
    <ListDetailLayout root="/teams" list={<TeamsScreen />} placeholder={<NothingChosen icon="people" />} />
  );
}
