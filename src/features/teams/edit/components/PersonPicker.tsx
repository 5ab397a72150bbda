import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { View } from 'react-native';

import { type TeamMember } from '@/contract/team';
import { SearchDialog } from '@/features/shared/SearchDialog';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { CheckboxRow } from '@/ui/CheckboxRow';

import { type TeamForm } from '../teamForm';

interface PersonPickerProps {
  as: 'leaders' | 'users';
  form: TeamForm;
  among: readonly TeamMember[] | undefined;
  onAdd: (person: TeamMember) => void;
  onRemove: (id: number) => void;
  onClose: () => void;
}

/** Picks people by search, one after the other, until it is closed. */
export function PersonPicker({ as, form, among, onAdd, onRemove, onClose }: PersonPickerProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const [typed, setTyped] = useState('');
  const { data = [] } = useQuery(peopleQueries.search(runtime, useDeferredValue(typed.trim())));
  const found = among === undefined ? data : data.filter(({ id }) => isIn(among, id));
  const other = as === 'leaders' ? form.users : form.leaders;
  return (
    <SearchDialog
      title={t(as === 'leaders' ? 'teamEdit.pick.leader' : 'teamEdit.pick.member')}
      placeholder={t('teamEdit.pick.placeholder')}
      typed={typed}
      onType={setTyped}
      none={found.length === 0 ? t('teamEdit.pick.none') : null}
      onClose={onClose}
    >
      <View>
        {found.map((line) => {
          const isElsewhere = isIn(other, line.id);
          const already = t(as === 'leaders' ? 'teamEdit.pick.alreadyMember' : 'teamEdit.pick.alreadyLeader');
          return (
            <CheckboxRow
              key={line.id}
              label={line.name}
              hint={
                [isElsewhere && already, line.roleName, line.town].filter(Boolean).join(' · ') || undefined
              }
              checked={isIn(form[as], line.id)}
              onChange={(checked) => (checked ? onAdd(memberOf(line)) : onRemove(line.id))}
            />
          );
        })}
      </View>
    </SearchDialog>
  );
}

function isIn(list: readonly TeamMember[] | undefined, id: number): boolean {
  return (list ?? []).some((person) => person.id === id);
}

/** The name of a row is already formatted. */
function memberOf({
  id,
  name,
  mail,
  phone,
}: {
  id: number;
  name: string;
  mail: string;
  phone: string;
}): TeamMember {
  return { id, firstname: name, mail, phone };
}
