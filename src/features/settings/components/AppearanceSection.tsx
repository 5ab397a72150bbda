import { useSyncExternalStore } from 'react';

import { type Preferences, useRuntime } from '@/features/shared/runtime';
import { useI18n, useCurrentLanguage } from '@/i18n/I18nProvider';
import { languages } from '@/i18n/languages';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { SectionHeader } from '@/ui/SectionHeader';
import { useTheme } from '@/ui/theme';
import { useToast } from '@/ui/Toast';

const themes = ['system', 'light', 'dark'] as const;
const textSizes = ['usual', 'large', 'largest'] as const;

/** Colours, text size and language. Each is stored before it is shown. */
export function AppearanceSection() {
  const { t } = useI18n();
  const shown = useCurrentLanguage();
  const toast = useToast();
  const { preferences, device } = useRuntime();
  const { direction } = useTheme();
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.get, preferences.get);
  const choose = (part: Partial<Preferences>) => {
    preferences
      .set(part)
      .catch(() => toast({ tone: 'person', icon: 'warning', title: t('settings.look.notKept') }));
  };
  return (
    <>
      <SectionHeader title={t('settings.look.title')} />
      <ChoiceChips
        label={t('settings.look.theme')}
        choices={themes.map((theme) => ({ value: theme, label: t(`settings.look.themes.${theme}`) }))}
        value={chosen.theme}
        onChange={(theme) => choose({ theme })}
      />
      <ChoiceChips
        label={t('settings.look.textSize')}
        choices={textSizes.map((size) => ({ value: size, label: t(`settings.look.textSizes.${size}`) }))}
        value={chosen.textSize}
        onChange={(textSize) => choose({ textSize })}
      />
      <ChoiceRows
        label={t('settings.look.language')}
        choices={[
          { value: 'system', title: t('settings.look.languageOfPhone') },
          ...Object.entries(languages).map(([code, { name }]) => ({ value: code, title: name })),
        ]}
        value={chosen.language}
        onChange={(language) => choose({ language })}
      />
      {shown.direction !== direction && (
        <Banner
          tone="waiting"
          icon="refresh"
          title={t('settings.look.turn')}
          text={t('settings.look.turnText')}
          action={<Button label={t('settings.look.startAgain')} onPress={() => void device.reloadApp()} />}
        />
      )}
      {shown.isFallback && (
        <Banner
          tone="waiting"
          icon="warning"
          title={t('settings.look.languageNotHere')}
          text={t('settings.look.languageNotHereText')}
        />
      )}
    </>
  );
}
