import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { View } from 'react-native';

import { type Contact } from '@/contract/contact';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { answerQueries } from '@/queries/answers';
import { contactQueries } from '@/queries/contacts';
import { Card } from '@/ui/Card';
import { ListRow } from '@/ui/ListRow';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';

import { decodeAnswers, type Answer } from '../answers';

/** The consents and answers of the contact. */
export function AnswersCard({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data: forms } = useQuery(contactQueries.forms(runtime));
  const { data: asked } = useQuery(answerQueries.ofContact(runtime, contact.id));
  const answers = useMemo(() => decodeAnswers(contact, forms ?? [], asked), [contact, forms, asked]);

  // Before the forms are read every question would be shown as unknown.
  if (forms === undefined || answers.length === 0) return null;
  return (
    <Card>
      <Text variant="section" heading={2}>
        {t('contacts.answers.title')}
      </Text>
      <View>
        {answers.map((answer, place) => (
          <AnswerRow key={answer.key} answer={answer} last={place === answers.length - 1} />
        ))}
      </View>
    </Card>
  );
}

function AnswerRow({ answer, last }: { answer: Answer; last: boolean }) {
  const { t, format } = useI18n();
  const { question, verdict, scale } = answer;
  const title = question ?? t('contacts.answers.unknownQuestion', { id: String(answer.formId ?? '') });
  const details = [
    verdict === null && answer.answer,
    answer.date !== null && format.date(answer.date),
    answer.askedBy !== null && t('forms.askedBy', { name: answer.askedBy }),
    answer.wording,
    question === null && t('contacts.answers.notYet'),
    answer.state === 'local' && t('outbox.state.local'),
  ].filter(Boolean);
  return (
    <ListRow
      title={title}
      detail={details.join(' · ')}
      value={
        scale === null
          ? undefined
          : t('contacts.answers.scale', { place: format.number(scale.place), of: format.number(scale.of) })
      }
      last={last}
      trailing={
        verdict === null ? undefined : (
          <StatePill tone={verdict === 'yes' ? 'done' : 'person'} label={t(`common.${verdict}`)} />
        )
      }
    />
  );
}
