import { useQuery } from '@tanstack/react-query';
import { router, useFocusEffect } from 'expo-router';
import { useCallback, useEffect, useRef } from 'react';

import { ACTION_STATES } from '@/contract/action';
import { listForms } from '@/db/forms';
import { isEmptyTurf } from '@/domain/turf';
import { OnlineFormScreen } from '@/features/shared/forms/OnlineFormScreen';
import { useRuntime } from '@/features/shared/runtime';
import { useCanEditQuestions } from '@/features/shared/useCanEditQuestions';
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

import { turfOf, type ActionField, type ActionForm } from './actionForm';
import { FactsSection } from './components/FactsSection';
import { ParticipantsSection } from './components/ParticipantsSection';
import { TurfSection } from './components/TurfSection';
import { type ActionEditor } from './useActionEditor';
import { useActionWords } from './words';

interface ActionFormViewProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  editor: ActionEditor;
}

/** The form of an action. */
export function ActionFormView({ title, back, editor }: ActionFormViewProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data: allForms = [] } = useQuery(contactQueries.forms(runtime));
  const canEditQuestions = useCanEditQuestions();
  const { form, errors, draftForm, change } = editor;
  const words = useActionWords();
  // An archived question that the action has can be taken out.
  const forms = allForms.filter(({ id, archived }) => archived !== true || form.forms.includes(id));
  const editQuestions = useTickedQuestions(draftForm, allForms);
  const setForm = (next: (before: ActionForm) => ActionForm) =>
    draftForm.change((draft) => ({ ...draft, form: next(draft.form) }));
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
        error={errorAt(`${field}_time`)}
      />
    </>
  );
  return (
    <OnlineFormScreen title={title} back={back} editor={editor} {...words}>
      <ChoiceChips
        label={t('actionEdit.state')}
        choices={ACTION_STATES.map((state) => ({ value: state, label: t(`actions.states.${state}`) }))}
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
        <Button kind="quiet" icon="edit" label={t('forms.edit')} onPress={editQuestions} />
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
    </OnlineFormScreen>
  );
}

/** Opens the questions of the space. Those that are added until the form is in front again are asked in this action. */
function useTickedQuestions(
  draftForm: ActionEditor['draftForm'],
  forms: readonly { id: number }[]
): () => void {
  const { store, scope } = useRuntime();
  const latest = useRef(draftForm);
  useEffect(() => {
    latest.current = draftForm;
  });
  useFocusEffect(
    useCallback(() => {
      const tickAdded = async () => {
        const { known } = latest.current.getNewest();
        if (known === undefined) return;
        const all = await listForms(store, scope);
        const added = all.flatMap(({ id }) => (known.includes(id) ? [] : [id]));
        latest.current.change(({ known: _known, ...draft }) => ({
          ...draft,
          form: { ...draft.form, forms: [...new Set([...draft.form.forms, ...added])] },
        }));
      };
      void tickAdded();
    }, [store, scope])
  );
  return () => {
    draftForm.change((draft) => ({ ...draft, known: forms.map(({ id }) => id) }));
    router.push('/catalogue/questions');
  };
}

/** What an action lacks that volunteers could work with. */
function missingIn({ teams, people, ...form }: ActionForm): ('nobody' | 'nowhere')[] {
  const isNobody = teams.length + people.length === 0;
  const isNowhere = isEmptyTurf(turfOf(form));
  return [...(isNobody ? (['nobody'] as const) : []), ...(isNowhere ? (['nowhere'] as const) : [])];
}
