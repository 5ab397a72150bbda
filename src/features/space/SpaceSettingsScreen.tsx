// Online: the settings are one record of the space. What is typed stays on this phone.
import { useQuery } from '@tanstack/react-query';
import { useIsFocused } from 'expo-router';
import { useState } from 'react';

import { SEARCHERS } from '@/contract/lookUp';
import { MapTilesSchema, RETENTION_LIMITS, VISIBILITIES, type Retention } from '@/contract/spaceSettings';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { OnlineFormScreen } from '@/features/shared/forms/OnlineFormScreen';
import { editRecord } from '@/features/shared/forms/onlineRecord';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useExtension } from '@/features/shared/useExtension';
import { useOnlineEditor } from '@/features/shared/forms/useOnlineEditor';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import {
  RETENTIONS,
  SpaceDraftSchema,
  isShorter,
  readSpaceForm,
  spaceFields,
  spaceForm,
  type SpaceDraft,
  type SpaceErrors,
  type SpaceFields,
} from './form';
import { spaceSettingsQueries } from './queries';

const draftKey = 'space:settings';

/** The settings of the space, for admins; managers decide about codes for newcomers. */
export function SpaceSettingsScreen() {
  const { t } = useI18n();
  const back = useBack('/settings');
  const hasSettings = useExtension('space_settings');
  // A tab stays mounted; this one is fetched again each time it is focused.
  const isFocused = useIsFocused();
  return (
    <RequirePermission
      may={({ canInvite }) => canInvite && hasSettings}
      title={t('space.title')}
      back={back}
      forbidden={t('space.forbidden')}
      forbiddenText={t('space.forbiddenText')}
    >
      {isFocused && <SpaceSettings back={back} />}
    </RequirePermission>
  );
}

function SpaceSettings({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useI18n();
  const query = useQuery(spaceSettingsQueries.settings(useRuntime()));
  if (query.data?.kind === 'read') return <EditSpace settings={spaceFields(query.data.value)} />;
  return (
    <Screen title={t('space.title')} back={back}>
      <LoadedOnline query={query}>{() => null}</LoadedOnline>
    </Screen>
  );
}

function EditSpace({ settings }: { settings: SpaceFields }) {
  const opened = useOpenedDraft({
    draftKey,
    schema: SpaceDraftSchema,
    start: (): SpaceDraft => ({ version: 1, seen: settings, form: spaceForm(settings) }),
  });
  return opened && <EditSpaceForm key={opened.round} opened={opened} />;
}

function EditSpaceForm({ opened }: { opened: OpenedDraft<SpaceDraft> }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { canAdminister } = usePermissions();
  const hasCodes = useExtension('newcomer_codes');
  const hasTiles = useExtension('map_tiles');
  const back = useBack('/settings');
  const leave = useLeave('/settings');
  const editor = useOnlineEditor(opened, {
    read: ({ form, seen }) => readSpaceForm(form, seen, canAdminister),
    formOf: spaceForm,
    refusedAt: (): SpaceErrors => ({}),
    work: (draftForm, fields) =>
      editRecord(runtime, {
        read: 'getSpace',
        write: 'updateSpace',
        base: draftForm.getNewest().seen,
        mine: fields,
        fieldsOf: spaceFields,
        bodyOf: (data) => ({ data }),
      }),
    apply: () => Promise.resolve(),
    onSaved: () => {
      // The name is shown on this phone too.
      void runtime.session.refreshSpaces();
      leave();
    },
  });
  const { form, errors, reading, change } = editor;
  const { seen } = editor.draftForm.draft;
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    editor.save();
  };
  const isDeleting = reading.kind === 'fields' && reading.isChanged && isShorter(reading.fields, seen);
  return (
    <OnlineFormScreen
      title={t('space.title')}
      back={back}
      editor={editor}
      nameOf={(field) => fieldName(t, field)}
      describeValue={(field, value) => valueWords(t, field, value)}
      onSave={isDeleting ? () => setAsking(true) : undefined}
    >
      <Dialog
        open={isAsking}
        title={t('space.shorterAsk')}
        closeLabel={t('common.close')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="secondary" label={t('common.cancel')} onPress={() => setAsking(false)} />
            <Button kind="danger" label={t('space.shorterConfirm')} onPress={confirm} />
          </>
        }
      >
        <Text>{t('space.shorterText')}</Text>
      </Dialog>
      {canAdminister && (
        <TextField
          label={t('space.field.name')}
          value={form.name}
          onChangeText={(name) => change({ name })}
          error={errors.name && t('space.nameMissing')}
        />
      )}
      <SectionHeader title={t('space.people')} />
      {hasCodes && (
        <CheckboxRow
          label={t('space.field.newcomer_codes')}
          hint={t('space.newcomersHint')}
          checked={form.areCodesAllowed}
          onChange={(areCodesAllowed) => change({ areCodesAllowed })}
        />
      )}
      {canAdminister && (
        <>
          <CheckboxRow
            label={t('space.field.second_factor_required')}
            hint={t('space.secondStepHint')}
            checked={form.isSecondStepRequired}
            onChange={(isSecondStepRequired) => change({ isSecondStepRequired })}
          />
          {form.visibility !== undefined && (
            <ChoiceRows
              label={t('space.field.visibility')}
              choices={VISIBILITIES.map((value) => ({
                value,
                title: t(`space.visibility.${value}`),
                detail: t(`space.visibility.${value}Text`),
              }))}
              value={form.visibility}
              onChange={(visibility) => change({ visibility })}
            />
          )}
          {form.searchers !== undefined && form.visibility === 'assigned' && (
            <ChoiceRows
              label={t('space.field.search_everyone')}
              choices={SEARCHERS.map((value) => ({
                value,
                title: t(`space.searchers.${value}`),
                detail: t(`space.searchers.${value}Text`),
              }))}
              value={form.searchers}
              onChange={(searchers) => change({ searchers })}
            />
          )}
          {hasTiles && (
            <>
              <SectionHeader title={t('space.maps')} />
              <Text variant="note" tone="quiet">
                {t('space.mapsText')}
              </Text>
              <TextField
                label={t('space.tileAddress')}
                hint={t('space.tileAddressHint')}
                value={form.tiles.url}
                onChangeText={(url) => change({ tiles: { ...form.tiles, url } })}
                inputMode="url"
                autoCapitalize="none"
                autoCorrect={false}
                maxLength={500}
                error={errors.url && t('space.tileAddressWrong')}
              />
              <TextField
                label={t('space.attribution')}
                hint={t('space.attributionHint')}
                value={form.tiles.attribution}
                onChangeText={(attribution) => change({ tiles: { ...form.tiles, attribution } })}
                maxLength={200}
                error={errors.attribution && t('space.attributionMissing')}
              />
            </>
          )}
          <SectionHeader title={t('space.retention')} />
          <Text variant="note" tone="quiet">
            {t('space.retentionText')}
          </Text>
          {RETENTIONS.map((retention) => (
            <TextField
              key={retention}
              label={t(`space.field.${retention}`)}
              hint={`${t(`space.hint.${retention}`)} ${t('space.limits', limitsOf(retention))}`}
              value={form.days[retention]}
              onChangeText={(typed) => change({ days: { ...form.days, [retention]: typed } })}
              inputMode="numeric"
              error={errors[retention] && t('space.daysWrong', limitsOf(retention))}
            />
          ))}
        </>
      )}
    </OnlineFormScreen>
  );
}

function limitsOf(retention: Retention): { shortest: string; longest: string } {
  const { shortest, longest } = RETENTION_LIMITS[retention];
  return { shortest: String(shortest), longest: String(longest) };
}

const FIELDS = [
  ...([
    'name',
    'newcomer_codes',
    'second_factor_required',
    'visibility',
    'search_everyone',
    'map_tiles',
  ] as const),
  ...RETENTIONS,
];

function fieldName(t: ReturnType<typeof useI18n>['t'], field: string): string {
  const known = FIELDS.find((each) => each === field);
  return known === undefined ? field : t(`space.field.${known}`);
}

/** A value that two people changed, as this screen shows it. */
function valueWords(t: ReturnType<typeof useI18n>['t'], field: string, value: unknown): string | undefined {
  const visibility = VISIBILITIES.find((known) => known === value);
  if (field === 'visibility' && visibility !== undefined) return t(`space.visibility.${visibility}`);
  const searchers = SEARCHERS.find((known) => known === value);
  if (field === 'search_everyone' && searchers !== undefined) return t(`space.searchers.${searchers}`);
  if (field !== 'map_tiles') return undefined;
  const tiles = MapTilesSchema.safeParse(value);
  return tiles.success ? `${tiles.data.url} ${tiles.data.attribution}` : undefined;
}
