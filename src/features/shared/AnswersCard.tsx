import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { View } from 'react-native';

import { type ShownAnswers } from '@/db/answers';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Card } from '@/ui/Card';
import { ListRow } from '@/ui/ListRow';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';

import { decodeAnswers, type Answer, type Answering } from './answers';
import { useRuntime } from './runtime';

interface AnswersCardProps {
  /** With the answers that the service has from elsewhere. */
  contact?: Answering;
  asked: readonly ShownAnswers[] | undefined;
}

const nobody: Answering = {};

/** The consents and answers of a contact, or of the payer of a gift. */
export function AnswersCard({ contact = nobody, asked }: AnswersCardProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data: forms } = useQuery(contactQueries.forms(runtime));
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
