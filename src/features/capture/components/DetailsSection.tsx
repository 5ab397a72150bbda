import { useState } from 'react';
import { View } from 'react-native';

import { readDay } from '@/domain/day';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { DayField } from '@/ui/DayField';
import { ListRow } from '@/ui/ListRow';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { longestCampaign } from '../openForm';
import type { CaptureForm } from '../useCaptureForm';

/** Rarely changed fields: campaign, purpose, note, time. Collapsed at first. */
export function DetailsSection({ form, hasDonation }: { form: CaptureForm; hasDonation: boolean }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { draft, change, takenAt } = form;
  const isWrong = form.errorAt('day') !== undefined;
  const [opened, setOpened] = useState(false);
  // It stays open when the error is corrected: nothing closes under the finger.
  if (isWrong && !opened) setOpened(true);
  const day = draft.day === null ? null : readDay(draft.day);
  // A campaign that was filled in automatically is always visible.
  const campaign = draft.campaign.trim();
  const takenLabel =
    draft.day === null ? t('capture.nowAt', { time: format.time(takenAt) }) : format.since(takenAt, form.now);

  return (
    <View style={styles.section}>
      <ListRow
        title={t('capture.details')}
        detail={campaign === '' || opened ? undefined : t('capture.inCampaign', { campaign })}
        value={takenLabel}
        expanded={opened}
        onPress={() => setOpened(!opened)}
        last={opened}
      />
      {opened && (
        <View style={styles.fields}>
          <TextField
            label={t('capture.campaign')}
            autoCapitalize="characters"
            autoCorrect={false}
            maxLength={longestCampaign}
            value={draft.campaign}
            onChangeText={(campaign) => change({ campaign })}
          />
          {hasDonation && (
            <TextField
              label={t('capture.affectation')}
              maxLength={200}
              value={draft.affectation}
              onChangeText={(affectation) => change({ affectation })}
            />
          )}
          <TextField
            label={t('capture.note')}
            hint={t('capture.noteHint')}
            multiline
            maxLength={2000}
            value={draft.note}
            onChangeText={(note) => change({ note })}
          />
          <ChoiceChips
            label={t('capture.when')}
            choices={[
              { value: 'now', label: t('capture.now') },
              { value: 'earlier', label: t('capture.earlier') },
            ]}
            value={draft.day === null ? 'now' : 'earlier'}
            onChange={(value) => change(value === 'now' ? { day: null } : form.earlier())}
          />
          {draft.day !== null && (
            <>
              <DayField
                label={t('capture.day')}
                pickLabel={t('common.day.pick')}
                value={draft.day}
                onChange={(text) => change({ day: text })}
                hint={day === null ? undefined : format.calendarDate(day)}
                error={form.errorAt('day')}
              />
              <TextField
                label={t('capture.time')}
                hint={t('capture.timeHint')}
                maxLength={5}
                autoCorrect={false}
                value={draft.time}
                onChangeText={(time) => change({ time })}
              />
            </>
          )}
        </View>
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({
  section: { gap: space.s },
  fields: { gap: space.m, paddingBottom: space.s },
}));
