// Online: a change is merged with what others changed, field by field, and counts once the service has it. What is typed stays on this phone.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';

import { type Action } from '@/contract/action';
import { personName } from '@/domain/team';
import { Loaded } from '@/features/shared/Loaded';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useCanPlan } from '@/features/shared/useCanPlan';
import { useI18n } from '@/i18n/I18nProvider';
import { actionQueries } from '@/queries/actions';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { ActionFormView } from './ActionFormView';
import { ActionDraftSchema, contentOf, formOf, type ActionDraft } from './actionForm';
import { useActionEditor } from './useActionEditor';

export function EditActionScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const query = useQuery(actionQueries.one(runtime, Number.parseInt(id, 10)));
  const back = useBack({ pathname: '/actions/[id]', params: { id } });
  const canPlan = useCanPlan();
  const action = query.data?.Action;
  if (action)
    return (
      <RequirePermission
        may={() => canPlan}
        title={t('actionEdit.title')}
        back={back}
        forbidden={t('actionEdit.forbidden')}
        forbiddenText={t('actionEdit.forbiddenText')}
      >
        <EditAction key={id} action={action} />
      </RequirePermission>
    );
  return (
    <Screen title={t('actionEdit.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="flag" title={t('actions.empty.gone')} text={t('actions.empty.goneText')} />}
      </Loaded>
    </Screen>
  );
}

const draftKeyOf = (id: number) => `action:${id}`;

function EditAction({ action }: { action: Action }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey: draftKeyOf(action.id),
    schema: ActionDraftSchema,
    start: (): ActionDraft => {
      const content = contentOf(action);
      const names = new Map((action.Users ?? []).map((person) => [person.id, personName(person)]));
      return {
        version: 1,
        id: runtime.newId(),
        seen: content,
        number: action.id,
        form: formOf(content, names),
      };
    },
  });
  return opened && <EditActionForm key={opened.round} number={action.id} opened={opened} />;
}

function EditActionForm({ number, opened }: { number: number; opened: OpenedDraft<ActionDraft> }) {
  const { t } = useI18n();
  const parent = { pathname: '/actions/[id]', params: { id: String(number) } } as const;
  const back = useBack(parent);
  const leave = useLeave(parent);
  const editor = useActionEditor(opened, leave);
  return <ActionFormView title={t('actionEdit.title')} back={back} editor={editor} />;
}
