// Offline: complete. The team is on this phone at once and is made at the service when there is signal.
import { router } from 'expo-router';
import { useState } from 'react';

import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useSave } from '@/features/shared/useSave';
import { useI18n } from '@/i18n/I18nProvider';

import { createTeamRow } from './actions';
import { TeamFormView } from './TeamFormView';
import { formOf, readNewTeam } from './teamForm';

const empty = formOf({});

export function NewTeamScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { isSaving, save } = useSave();
  const back = useBack('/teams');
  // Made when the form opens: a second tap makes no second team.
  const [id] = useState(runtime.newId);
  return (
    <TeamFormView
      title={t('teamEdit.newTitle')}
      back={back}
      opened={empty}
      read={readNewTeam}
      isSaving={isSaving}
      onSave={(reading) => {
        if (reading.kind !== 'create') return;
        void save([createTeamRow(id, reading.team)]).then((isSaved) => {
          if (isSaved) router.replace({ pathname: '/teams/[id]', params: { id } });
        });
      }}
    />
  );
}
