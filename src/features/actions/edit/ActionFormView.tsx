import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { ACTION_STATES } from '@/contract/action';
import { isEmptyTurf } from '@/domain/turf';
import { FormScreen } from '@/features/shared/FormScreen';
import { OnlineNote } from '@/features/shared/OnlineNote';
import { useRuntime } from '@/features/shared/runtime';
import { useCanEditQuestions } from '@/features/shared/useCanEditQuestions';
import { type DraftForm } from '@/features/shared/useDraftForm';
import { type OnlineProblem } from '@/features/shared/useOnlineForm';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { DayField } from '@/ui/DayField';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import {
  errorField,
  turfOf,
  type ActionDraft,
  type ActionErrors,
  type ActionField,
  type ActionForm,
  type ActionReading,
} from './actionForm';
import { ActionConflict } from './components/ActionConflict';
import { FactsSection } from './components/FactsSection';
import { ParticipantsSection } from './components/ParticipantsSection';
import { TurfSection } from './components/TurfSection';

interface ActionFormViewProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  draftForm: DraftForm<ActionDraft>;
  reading: ActionReading;
  problem: OnlineProblem | null;
  /** Called after the fields that two people changed are decided. */
  onSettled: () => void;
  onSave: () => void;
}

/** The form of an action. */
export function ActionFormView({
  title,
  back,
  draftForm,
  reading,
  problem,
  onSettled,
  onSave,
}: ActionFormViewProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data: allForms = [] } = useQuery(contactQueries.forms(runtime));
  const canEditQuestions = useCanEditQuestions();
  const { form } = draftForm.draft;
  // An archived question that the action has can be taken out.
  const forms = allForms.filter(({ id, archived }) => archived !== true || form.forms.includes(id));
  const errors = draftForm.isTried ? { ...refusedFields(problem), ...errorsOf(reading) } : {};
  const setForm = (next: (before: ActionForm) => ActionForm) =>
    draftForm.change((draft) => ({ ...draft, form: next(draft.form) }));
  const change = (part: Partial<ActionForm>) => setForm((before) => ({ ...before, ...part }));
  const errorAt = (field: ActionField) => {
    const error = errors[field];
    return error === undefined ? undefined : t(`actionEdit.error.${error}`);
  };
  const moment = (field: 'start' | 'end') => (
    <>
      <DayField
        label={t(`actionEdit.${field}Day`)}
        pickLabel={t('common.day.pick')}
        hint={t('common.day.hint', { example: '2026-12-31' })}
        value={form[`${field}Day`]}
        onChange={(typed) => change({ [`${field}Day`]: typed })}
        error={errorAt(field)}
      />
      <TextField
        label={t(`actionEdit.${field}Time`)}
        placeholder={field === 'start' ? '09:00' : '20:00'}
        value={form[`${field}Time`]}
        onChangeText={(typed) => change({ [`${field}Time`]: typed })}
      />
    </>
  );
  return (
    <FormScreen
      title={title}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={reading.kind === 'content' && !reading.isChanged && draftForm.draft.seen !== null}
      onSave={() => {
        draftForm.setTried();
        onSave();
      }}
    >
      <OnlineNote problem={problem} />
      {problem?.kind === 'conflict' && reading.kind === 'content' && (
        <ActionConflict
          conflicts={problem.conflicts}
          draftForm={draftForm}
          content={reading.content}
          onSettled={onSettled}
        />
      )}
      <ChoiceChips
        label={t('actionEdit.state')}
        choices={ACTION_STATES.map((state) => ({ value: state, label: t(`actionEdit.states.${state}`) }))}
        value={form.state}
        onChange={(state) => change({ state })}
      />
      <Text variant="note" tone="quiet">
        {t(`actionEdit.stateHint.${form.state}`)}
      </Text>
      {form.state === 'published' &&
        missingIn(form).map((what) => (
          <Banner key={what} tone="waiting" icon="warning" title={t(`actionEdit.${what}`)} />
        ))}
      <TextField
        label={t('actionEdit.name')}
        value={form.name}
        onChangeText={(name) => change({ name })}
        error={errorAt('name')}
      />
      <TextField
        label={t('actionEdit.pitch')}
        value={form.pitch}
        onChangeText={(pitch) => change({ pitch })}
        error={errorAt('pitch')}
        multiline
      />
      {moment('start')}
      {moment('end')}
      <TextField
        label={t('actionEdit.goal')}
        value={form.goal}
        onChangeText={(goal) => change({ goal })}
        inputMode="numeric"
        error={errorAt('goal')}
      />
      <TextField
        label={t('actionEdit.goalForms')}
        value={form.goalForms}
        onChangeText={(goalForms) => change({ goalForms })}
        inputMode="numeric"
        error={errorAt('goal_forms')}
      />
      <CheckboxRow
        label={t('actionEdit.public')}
        hint={t('actionEdit.publicHint')}
        checked={form.isPublic}
        onChange={(isPublic) => change({ isPublic })}
      />
      <TurfSection
        form={form}
        setForm={setForm}
        errors={{ turf: errorAt('turf'), streets: errorAt('streets') }}
      />
      <ParticipantsSection teams={form.teams} people={form.people} onChange={change} />
      <FactsSection facts={form.facts} error={errorAt('facts')} onChange={(facts) => change({ facts })} />
      <SectionHeader title={t('forms.title')} />
      {forms.length === 0 && <Text tone="quiet">{t('forms.none')}</Text>}
      {forms.map(({ id, label }) => (
        <CheckboxRow
          key={id}
          label={label || t('common.unnamed')}
          checked={form.forms.includes(id)}
          onChange={(checked) =>
            change({ forms: checked ? [...form.forms, id] : form.forms.filter((each) => each !== id) })
          }
        />
      ))}
      {canEditQuestions && (
        <Button
          kind="quiet"
          icon="edit"
          label={t('forms.edit')}
          onPress={() => router.push('/catalogue/questions')}
        />
      )}
      <SectionHeader title={t('actionEdit.links')} />
      <TextField
        label={t('actionEdit.link')}
        value={form.link}
        onChangeText={(link) => change({ link })}
        inputMode="url"
        autoCapitalize="none"
        error={errorAt('link')}
      />
      <TextField
        label={t('actionEdit.registrationLink')}
        value={form.registrationLink}
        onChangeText={(registrationLink) => change({ registrationLink })}
        inputMode="url"
        autoCapitalize="none"
        error={errorAt('registration_link')}
      />
    </FormScreen>
  );
}

/** What an action lacks that volunteers could work with. */
function missingIn({ teams, people, drawing, streets }: ActionForm): ('nobody' | 'nowhere')[] {
  const isNobody = teams.length + people.length === 0;
  const isNowhere = isEmptyTurf(turfOf(drawing, streets));
  return [...(isNobody ? (['nobody'] as const) : []), ...(isNowhere ? (['nowhere'] as const) : [])];
}

const errorsOf = (reading: ActionReading): ActionErrors => (reading.kind === 'errors' ? reading.errors : {});

function refusedFields(problem: OnlineProblem | null): ActionErrors {
  if (problem?.kind !== 'invalid') return {};
  const errors: ActionErrors = {};
  for (const { field } of problem.fields) errors[errorField(field) ?? 'name'] = 'refused';
  return errors;
}
