// Offline: complete. The last download; changing a question needs a connection.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { View } from 'react-native';

import { hasChoices, hasWording, type Form } from '@/contract/form';
import { Loaded } from '@/features/shared/Loaded';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useCanEditQuestions } from '@/features/shared/useCanEditQuestions';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { StatePill } from '@/ui/State';

import { typeOf } from './questionForm';

/** The questions and consents of the space, for those who write them. */
export function QuestionsScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/catalogue');
  const canEdit = useCanEditQuestions();
  const query = useQuery(contactQueries.forms(runtime));
  const add = () => router.push('/catalogue/question');
  return (
    <RequirePermission
      may={() => canEdit}
      title={t('forms.title')}
      back={back}
      forbidden={t('forms.forbidden')}
      forbiddenText={t('forms.forbiddenText')}
    >
      <Screen title={t('forms.title')} below={t('forms.about')} back={back}>
        <Loaded query={query}>
          {(forms) =>
            forms.length === 0 ? (
              <EmptyState icon="list" title={t('forms.none')} text={t('forms.noneText')} />
            ) : (
              <View>
                {forms.map((form) => (
                  <QuestionRow key={form.id} form={form} />
                ))}
              </View>
            )
          }
        </Loaded>
        <Button kind="secondary" icon="plus" label={t('forms.add')} onPress={add} />
      </Screen>
    </RequirePermission>
  );
}

function QuestionRow({ form }: { form: Form }) {
  const { t, format } = useI18n();
  const choices = (form.refvalues ?? []).filter(({ archived }) => archived !== true);
  return (
    <ListRow
      title={form.label || t('common.unnamed')}
      detail={[
        t(`forms.types.${typeOf(form)}`),
        hasChoices(form.type) && format.list(choices.map(({ label = '' }) => label)),
        hasWording(form.type) && t('forms.version', { number: format.number(form.version ?? 1) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      trailing={
        form.archived === true ? <StatePill tone="waiting" label={t('catalogue.archived')} /> : undefined
      }
      onPress={() => router.push({ pathname: '/catalogue/question', params: { id: String(form.id) } })}
    />
  );
}
