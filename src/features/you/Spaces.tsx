import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { View } from 'react-native';

import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useI18n } from '@/i18n/I18nProvider';
import { spaceQueries, type ShownSpace } from '@/queries/spaces';
import { Button } from '@/ui/Button';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

/** The spaces of the person. Switching deletes no records of this one. */
export function Spaces() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const attempt = useAttempt();
  const { data: spaces = [] } = useQuery(spaceQueries.list(runtime));
  const [going, setGoing] = useState<number | null>(null);
  const nameOf = ({ id, name }: ShownSpace) => name ?? t('you.space', { id: String(id) });

  const goTo = async (space: ShownSpace) => {
    setGoing(space.id);
    const result = await attempt(() => runtime.session.switchSpace(space.id));
    setGoing(null);
    // After switching the app is rendered again in the new space.
    if (result !== null && result !== 'switched')
      toast({ tone: 'person', icon: 'warning', title: t(`you.switched.${result}`) });
  };

  return (
    <View>
      <SectionHeader title={t('you.spaces')} />
      {spaces.map((space) => {
        const isHere = space.id === runtime.scope.spaceId;
        const waits = !isHere && space.waiting > 0 && t('you.waiting', { count: space.waiting });
        return (
          <ListRow
            key={space.id}
            title={nameOf(space)}
            detail={[space.role, waits].filter(Boolean).join(' · ')}
            trailing={
              isHere ? (
                <StatePill tone="done" label={t('you.here')} />
              ) : (
                <Button
                  kind="secondary"
                  label={t('you.switch')}
                  hint={nameOf(space)}
                  busy={going === space.id}
                  disabled={going !== null}
                  onPress={() => void goTo(space)}
                />
              )
            }
          />
        );
      })}
      {spaces.length === 1 && spaces[0]?.name === null && (
        <Text variant="note" tone="quiet">
          {t('you.spacesUnknown')}
        </Text>
      )}
      {spaces.length > 1 && (
        <Text variant="note" tone="quiet">
          {t('you.apart')}
        </Text>
      )}
    </View>
  );
}
