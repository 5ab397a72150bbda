// Online: an action is planned in the office and reaches the phones of others only through the service. What is typed stays on this phone.
import { router } from 'expo-router';

import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/useDraftForm';
import { useCanPlan } from '@/features/shared/useCanPlan';
import { useOnlineForm } from '@/features/shared/useOnlineForm';
import { useI18n } from '@/i18n/I18nProvider';

import { ActionFormView } from './ActionFormView';
import { ActionDraftSchema, formOf, newContent, readActionForm, type ActionDraft } from './actionForm';
import { applySavedAction, saveAction } from './mutations';

export function NewActionScreen() {
  const { t } = useI18n();
  const canPlan = useCanPlan();
  return (
    <RequirePermission
      may={() => canPlan}
      title={t('actionEdit.newTitle')}
      back={useBack('/actions')}
      forbidden={t('actionEdit.forbidden')}
      forbiddenText={t('actionEdit.forbiddenText')}
    >
      <NewAction />
    </RequirePermission>
  );
}

const draftKey = 'action:new';

function NewAction() {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey,
    schema: ActionDraftSchema,
    // The id is created when the form opens: a second tap, and a second try, plan no second action.
    start: (): ActionDraft => ({ version: 1, id: runtime.newId(), seen: null, form: formOf(newContent) }),
  });
  return opened && <NewActionForm key={opened.round} opened={opened} />;
}

function NewActionForm({ opened }: { opened: OpenedDraft<ActionDraft> }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/actions');
  const draftForm = useDraftForm(opened);
  const online = useOnlineForm(draftForm, draftKey);
  const reading = readActionForm(draftForm.draft.form, draftForm.draft.seen?.content ?? null);
  const save = async () => {
    if (reading.kind !== 'content') return;
    const saved = await online.submit({
      work: () => saveAction(runtime, draftForm, reading.content),
      apply: applySavedAction(runtime.scope),
    });
    if (saved !== null) router.replace({ pathname: '/actions/[id]', params: { id: saved.Action.id } });
  };
  return (
    <ActionFormView
      title={t('actionEdit.newTitle')}
      back={back}
      draftForm={draftForm}
      reading={reading}
      problem={online.problem}
      onSettled={online.clearProblem}
      onSave={() => void save()}
    />
  );
}
