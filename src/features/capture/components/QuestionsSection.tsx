import { useState } from 'react';
import { View } from 'react-native';

import { type Form } from '@/contract/form';
import { type AnswersReading } from '@/domain/answers';
import { QuestionField } from '@/features/shared/QuestionField';
import { useI18n } from '@/i18n/I18nProvider';
import { ListRow } from '@/ui/ListRow';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import type { CaptureForm } from '../useCaptureForm';

interface QuestionsSectionProps {
  form: CaptureForm;
  questions: readonly Form[];
  reading: AnswersReading;
  /** Save was pressed: a wrong answer is shown. */
  isTried: boolean;
}

/** The questions of the action for a new supporter. Collapsed at first: the money comes first. */
export function QuestionsSection({ form, questions, reading, isTried }: QuestionsSectionProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const [opened, setOpened] = useState(false);
  const { answers } = form.draft;
  const errors = isTried && reading.kind === 'errors' ? reading.errors : {};
  // It stays open when the error is corrected: nothing closes under the finger.
  if (Object.keys(errors).length > 0 && !opened) setOpened(true);
  const answered = questions.filter(({ id }) => (answers[id] ?? []).some((value) => value.trim() !== ''));
  const counts = { place: format.number(answered.length), of: format.number(questions.length) };
  return (
    <View>
      <ListRow
        title={t('forms.title')}
        value={t('contacts.answers.scale', counts)}
        expanded={opened}
        onPress={() => setOpened(!opened)}
        last={opened}
      />
      {opened && (
        <View style={styles.fields}>
          {questions.map((question) => {
            const error = errors[question.id];
            return (
              <QuestionField
                key={question.id}
                form={question}
                typed={answers[question.id] ?? []}
                error={error === undefined ? undefined : t(`forms.error.${error}`)}
                onChange={(values) => form.change({ answers: { ...answers, [question.id]: values } })}
              />
            );
          })}
        </View>
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({ fields: { gap: space.m, paddingBottom: space.m } }));
