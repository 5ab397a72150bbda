// Offline: complete. The change is kept with what it was made on, and merged with what others did when it is sent.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';

import { type TeamView } from '@/db/teams';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { usePermissions } from '@/features/shared/usePermissions';
import { useSave } from '@/features/shared/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { editTeamRow } from './actions';
import { teamEditQueries } from './queries';
import { TeamFormView } from './TeamFormView';
import { formOf, readEditedTeam } from './teamForm';

export function EditTeamScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const query = useQuery(teamEditQueries.team(runtime, id));
  const { editsTeam } = usePermissions();
  const back = useBack({ pathname: '/teams/[id]', params: { id } });
  const view = query.data;
  if (view && editsTeam(view.team)) return <EditTeam key={id} id={id} view={view} />;
  return (
    <Screen title={t('teamEdit.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {(team) => (
          <EmptyState
            icon={team === null ? 'people' : 'lock'}
            title={t(team === null ? 'teamEdit.gone' : 'teamEdit.forbidden')}
            text={t(team === null ? 'teamEdit.goneText' : 'teamEdit.forbiddenText')}
          />
        )}
      </Loaded>
    </Screen>
  );
}

function EditTeam({ id, view }: { id: string; view: TeamView }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { deletesTeams } = usePermissions();
  const { isSaving, save } = useSave();
  const back = useBack({ pathname: '/teams/[id]', params: { id } });
  const [rowId] = useState(runtime.newId);
  // What the person saw when the form opened, whatever a pull brings meanwhile.
  const [seen] = useState(view);
  // A team that is only on this phone has no number; the one it gets is put in when the change is merged.
  const number = seen.id ?? 0;
  const leave = () =>
    router.canGoBack() ? router.back() : router.replace({ pathname: '/teams/[id]', params: { id } });
  return (
    <TeamFormView
      title={t('teamEdit.title')}
      back={back}
      opened={formOf(seen.team)}
      read={(form) => readEditedTeam(form, seen.team, number)}
      isSaving={isSaving}
      knownAddress={seen.team.address}
      pending={view.pending}
      onSave={(reading) => {
        if (reading.kind !== 'edit') return;
        const row = editTeamRow({
          id: rowId,
          entity: seen.entity,
          seen: { ...seen.team, id: number },
          team: reading.team,
        });
        void save([row]).then((isSaved) => isSaved && leave());
      }}
      removal={
        deletesTeams && !view.isLeaving
          ? {
              entity: seen.entity,
              name: seen.team.name ?? t('common.unnamed'),
              onRemoved: () => router.replace('/teams'),
            }
          : undefined
      }
    />
  );
}
