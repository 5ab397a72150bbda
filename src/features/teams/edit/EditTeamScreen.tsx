// Offline: complete. The change is stored with the team it was made on, and merged with what others changed when it is sent.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';

import { type TeamView } from '@/db/teams';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { editTeamRow } from '@/features/shared/editTeamRow';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { usePermissions } from '@/features/shared/usePermissions';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { teamQueries } from '@/queries/teams';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { TeamFormView } from './TeamFormView';
import { formOf, readEditedTeam, TeamDraftSchema, type SeenTeam, type TeamDraft } from './teamForm';

export function EditTeamScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const query = useQuery(teamQueries.one(runtime, id));
  const back = useBack({ pathname: '/teams/[id]', params: { id } });
  const view = query.data?.own;
  if (view)
    return (
      <RequirePermission
        may={({ canEditTeam }) => canEditTeam(view.team)}
        title={t('teamEdit.title')}
        back={back}
        forbidden={t('teamEdit.forbidden')}
        forbiddenText={t('teamEdit.forbiddenText')}
      >
        <EditTeam key={id} id={id} view={view} />
      </RequirePermission>
    );
  return (
    <Screen title={t('teamEdit.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="people" title={t('teamEdit.gone')} text={t('teamEdit.goneText')} />}
      </Loaded>
    </Screen>
  );
}

function EditTeam({ id, view }: { id: string; view: TeamView }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey: `team:${id}`,
    schema: TeamDraftSchema,
    start: (): TeamDraft => ({
      version: 1,
      id: runtime.newId(),
      seen: seenOf(view),
      form: formOf(view.team),
    }),
  });
  return opened && <EditTeamForm key={opened.round} id={id} view={view} opened={opened} />;
}

/** A team that is only on this phone has no number; it gets one before the change is merged. */
const seenOf = ({ entity, id, team }: TeamView): SeenTeam => ({ entity, number: id ?? 0, team });

interface EditTeamFormProps {
  id: string;
  view: TeamView;
  opened: OpenedDraft<TeamDraft>;
}

function EditTeamForm({ id, view, opened }: EditTeamFormProps) {
  const { t } = useI18n();
  const { canAddToTeams, canDeleteTeams } = usePermissions();
  const parent = { pathname: '/teams/[id]', params: { id } } as const;
  const back = useBack(parent);
  const leave = useLeave(parent);
  const draftForm = useDraftForm(opened);
  // The team as it was when the form opened, unaffected by later pulls.
  const { entity, number, team: seen } = draftForm.draft.seen ?? seenOf(view);
  const reading = readEditedTeam(draftForm.draft.form, seen, number);
  const save = async () => {
    if (reading.kind !== 'edit') return;
    const change = { id: draftForm.draft.id, entity, seen: { ...seen, id: number }, team: reading.team };
    if (await draftForm.save([editTeamRow(change)])) leave();
  };
  return (
    <TeamFormView
      title={t('teamEdit.title')}
      back={back}
      draftForm={draftForm}
      reading={reading}
      knownAddress={seen.address}
      pending={view.pending}
      among={canAddToTeams ? undefined : [...(seen.leaders ?? []), ...(seen.users ?? [])]}
      onSave={() => void save()}
      removal={
        canDeleteTeams && !view.isLeaving
          ? {
              entity,
              name: seen.name ?? t('common.unnamed'),
              onRemoved: () => router.replace('/teams'),
            }
          : undefined
      }
    />
  );
}
