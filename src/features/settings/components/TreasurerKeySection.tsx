import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { setTreasurerKey } from '@/db/treasurerKey';
import { tidyAgeKey } from '@/domain/ageKey';
import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useI18n } from '@/i18n/I18nProvider';
import { treasurerKeyQueries } from '@/queries/treasurerKey';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Facts } from '@/ui/Facts';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

/** The key that exports of unsent records are encrypted for: of the space, or entered here. */
export function TreasurerKeySection() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data: treasurer } = useQuery(treasurerKeyQueries.current(runtime));
  const [isOpen, setOpen] = useState(false);
  const ofSpace = treasurer?.from === 'space';
  return (
    <>
      <SectionHeader title={t('settings.treasurer.title')} />
      <Text variant="note" tone="quiet">
        {t(treasurer === null ? 'settings.treasurer.none' : 'settings.treasurer.text')}
      </Text>
      {treasurer && (
        <Facts
          facts={[
            [t(ofSpace ? 'settings.treasurer.fromSpace' : 'settings.treasurer.fromPhone'), treasurer.key],
          ]}
        />
      )}
      {treasurer !== undefined && !ofSpace && (
        <Button
          kind="secondary"
          icon="key"
          label={t(treasurer === null ? 'settings.treasurer.enter' : 'settings.treasurer.change')}
          onPress={() => setOpen(true)}
        />
      )}
      {isOpen && <KeyDialog known={treasurer?.key ?? null} onClose={() => setOpen(false)} />}
    </>
  );
}

function KeyDialog({ known, onClose }: { known: string | null; onClose: () => void }) {
  const { t } = useI18n();
  const { store, scope, device } = useRuntime();
  const attempt = useAttempt();
  const [typed, setTyped] = useState(known ?? '');
  const [isWrong, setWrong] = useState(false);
  const [camera, setCamera] = useState<'off' | 'on' | 'refused'>('off');
  const { Scanner } = device;

  const keep = async (key: string | null) => {
    const isStored = await attempt(async () => {
      await store.write((tx) => setTreasurerKey(tx, scope, key));
      return true;
    });
    if (isStored) onClose();
  };
  const save = () => {
    const key = tidyAgeKey(typed);
    if (key === null) setWrong(true);
    else void keep(key);
  };

  return (
    <Dialog
      open
      title={t('settings.treasurer.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          {known !== null && (
            <Button kind="secondary" label={t('settings.treasurer.remove')} onPress={() => void keep(null)} />
          )}
          <Button label={t('settings.treasurer.save')} onPress={save} />
        </>
      }
    >
      <Text>{t('settings.treasurer.text')}</Text>
      {camera === 'on' && Scanner !== null && (
        <Scanner
          label={t('settings.treasurer.scanPicture')}
          onCode={(text) => {
            setTyped(text.trim());
            setWrong(tidyAgeKey(text) === null);
            setCamera('off');
          }}
          onRefused={() => setCamera('refused')}
        />
      )}
      {camera === 'refused' && (
        <Text tone="person" aria-live="polite">
          {t('settings.treasurer.scanRefused')}
        </Text>
      )}
      <TextField
        label={t('settings.treasurer.field')}
        hint={t('settings.treasurer.hint')}
        error={isWrong ? t('settings.treasurer.wrong') : undefined}
        autoCapitalize="none"
        autoCorrect={false}
        spellCheck={false}
        value={typed}
        onChangeText={(text) => {
          setTyped(text);
          setWrong(false);
        }}
      />
      {Scanner !== null && camera === 'off' && (
        <Button kind="secondary" label={t('settings.treasurer.scan')} onPress={() => setCamera('on')} />
      )}
    </Dialog>
  );
}
