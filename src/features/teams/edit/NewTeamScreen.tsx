// Offline: complete. The team is on this phone immediately and is created on the service when there is signal.
import { router } from 'expo-router';

import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';

import { createTeamRow } from '../mutations';
import { TeamFormView } from './TeamFormView';
import { formOf, readNewTeam, TeamDraftSchema, type TeamDraft } from './teamForm';

export function NewTeamScreen() {
  const { t } = useI18n();
  return (
    <RequirePermission
      may={({ canCreateTeams }) => canCreateTeams}
      title={t('teamEdit.newTitle')}
      back={useBack('/teams')}
      forbidden={t('teamEdit.newForbidden')}
      forbiddenText={t('teamEdit.newForbiddenText')}
    >
      <NewTeam />
    </RequirePermission>
  );
}

function NewTeam() {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey: 'team:new',
    schema: TeamDraftSchema,
    // The id is created when the form opens: a second tap creates no second team.
    start: (): TeamDraft => ({ version: 1, id: runtime.newId(), seen: null, form: formOf({}) }),
  });
  return opened && <NewTeamForm key={opened.round} opened={opened} />;
}

function NewTeamForm({ opened }: { opened: OpenedDraft<TeamDraft> }) {
  const { t } = useI18n();
  const back = useBack('/teams');
  const draftForm = useDraftForm(opened);
  const { id, form } = draftForm.draft;
  const reading = readNewTeam(form);
  const save = async () => {
    if (reading.kind !== 'create') return;
    if (await draftForm.save([createTeamRow(id, reading.team)]))
      router.replace({ pathname: '/teams/[id]', params: { id } });
  };
  return (
    <TeamFormView
      title={t('teamEdit.newTitle')}
      back={back}
      draftForm={draftForm}
      reading={reading}
      onSave={() => void save()}
    />
  );
}
