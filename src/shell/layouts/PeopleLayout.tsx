import { NothingChosen } from '@/features/shared/NothingChosen';
import { PeopleScreen } from '../later';
import { ListDetailLayout } from '../ListDetailLayout';

// Back from a detail that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

export function PeopleLayout() {
  return (
    <ListDetailLayout root="/people" list={<PeopleScreen />} placeholder={<NothingChosen icon="people" />} />
  );
}
