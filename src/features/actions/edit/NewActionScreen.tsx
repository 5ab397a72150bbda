// Online: an action is planned in the office and reaches the phones of others only through the service. What is typed stays on this phone.
import { router } from 'expo-router';

import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useCanPlan } from '@/features/shared/useCanPlan';
import { useI18n } from '@/i18n/I18nProvider';

import { ActionFormView } from './ActionFormView';
import { ActionDraftSchema, formOf, newContent, type ActionDraft } from './actionForm';
import { useActionEditor } from './useActionEditor';

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
    start: (): ActionDraft => ({
      version: 1,
      id: runtime.newId(),
      seen: null,
      number: null,
      form: formOf(newContent),
    }),
  });
  return opened && <NewActionForm key={opened.round} opened={opened} />;
}

function NewActionForm({ opened }: { opened: OpenedDraft<ActionDraft> }) {
  const { t } = useI18n();
  const back = useBack('/actions');
  const editor = useActionEditor(opened, ({ Action: { id } }) =>
    router.replace({ pathname: '/actions/[id]', params: { id } })
  );
  return <ActionFormView title={t('actionEdit.newTitle')} back={back} editor={editor} />;
}
