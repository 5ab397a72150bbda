import { useState } from 'react';
import { View } from 'react-native';

import { type KnownSpace } from '@/db/knownSpaces';
import { type SwitchResult } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';

export type SpaceChoice = { space: KnownSpace; goTo: () => Promise<SwitchResult> };

/** The choice of a space, for a member of several. */
export function ChooseSpace({ spaces }: { spaces: readonly SpaceChoice[] }) {
  const { t } = useI18n();
  const [isGoing, setGoing] = useState(false);
  const [problem, setProblem] = useState<Exclude<SwitchResult, 'switched'> | null>(null);
  const choose = async ({ goTo }: SpaceChoice) => {
    if (isGoing) return;
    setGoing(true);
    setProblem(null);
    const result = await goTo();
    // This screen unmounts on success.
    if (result === 'switched') return;
    setGoing(false);
    setProblem(result);
  };
  return (
    <Screen title={t('join.space.title')} below={t('join.space.text')}>
      {problem !== null && <Banner live tone="person" icon="warning" title={t(`you.switched.${problem}`)} />}
      <View>
        {spaces.map((choice) => (
          <ListRow
            key={choice.space.id}
            title={choice.space.name ?? t('you.space', { id: String(choice.space.id) })}
            detail={choice.space.role ?? undefined}
            onPress={() => void choose(choice)}
          />
        ))}
      </View>
    </Screen>
  );
}
