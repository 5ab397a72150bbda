import { useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';

import { useRuntime } from './runtime';
import { useAttempt } from './useAttempt';

/** Opens the practice; nothing where it is open already. */
export function StartPractice() {
  const { t } = useI18n();
  const { practice } = useRuntime();
  const attempt = useAttempt();
  const [isStarting, setStarting] = useState(false);
  if (practice.isOn) return null;
  const words = {
    space: t('practice.words.space'),
    action: t('practice.words.action'),
    pitch: t('practice.words.pitch'),
    team: t('practice.words.team'),
    street: t('practice.words.street'),
    town: t('practice.words.town'),
  };
  const start = async () => {
    setStarting(true);
    await attempt(() => practice.start(words));
    setStarting(false);
  };
  return (
    <Button
      kind="secondary"
      icon="star"
      label={t('practice.start')}
      hint={t('practice.about')}
      busy={isStarting}
      onPress={() => void start()}
    />
  );
}
