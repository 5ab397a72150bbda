import { PeopleScreen } from '@/features/people/PeopleScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '@/shell/ListDetailLayout';

// A detail opened by its address has the list under it.
export const unstable_settings = { anchor: 'index' };

export default function PeopleLayout() {
  return (
    <ListDetailLayout root="/people" list={<PeopleScreen />} placeholder={<NothingChosen icon="people" />} />
  );
}
