// Offline: complete. The code is made on this phone.
import { useState } from 'react';

import { checkInMs } from '@/domain/checkIn';
import { checkInDigits, makeCheckInCode } from '@/domain/checkInCode';
import { inGroups } from '@/domain/digitGroups';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useLacksExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { EmptyState } from '@/ui/EmptyState';
import { QrCode } from '@/ui/QrCode';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { useTeam } from '../useTeam';

/** The leader shows the code with which the people of a team check in. */
export function CheckInCodeScreen() {
  const { t } = useI18n();
  const { practice } = useRuntime();
  const permissions = usePermissions();
  const { id, query } = useTeam();
  return (
    <Screen
      title={t('checkIn.code.title')}
      titlePlace="bar"
      back={useBack({ pathname: '/teams/[id]/roll-call', params: { id } })}
    >
      <Loaded query={query}>
        {(team) =>
          practice.isOn ? (
            <Banner
              tone="moving"
              icon="info"
              title={t('practice.noCodes')}
              text={t('checkIn.practiceText')}
            />
          ) : team?.isOwn && team.id !== null && permissions.canEditTeam(team.team) ? (
            <Code key={team.id} teamId={team.id} name={team.team.name || t('common.unnamed')} />
          ) : (
            <EmptyState
              icon="people"
              title={t('checkIn.code.notYours')}
              text={t('checkIn.code.notYoursText')}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Code({ teamId, name }: { teamId: number; name: string }) {
  const { t, format } = useI18n();
  const { scope, now, session } = useRuntime();
  const lacksBoard = useLacksExtension('board');
  const [facts] = useState(() => ({ space: scope.spaceId, team: teamId, time: now() }));
  return (
    <>
      <Text variant="title" align="center">
        {name}
      </Text>
      <QrCode
        text={session.checkInLink(makeCheckInCode(facts))}
        label={t('checkIn.code.picture', { team: name })}
        size={300}
      />
      <Text align="center">{t('checkIn.code.how', { team: name })}</Text>
      <Text variant="note" tone="quiet" align="center">
        {t('cash.code.digits')}
      </Text>
      <Text variant="amount" selectable align="center">
        {inGroups(checkInDigits(facts))}
      </Text>
      <Text variant="note" tone="quiet">
        {lacksBoard
          ? t('checkIn.code.showText')
          : t('checkIn.code.valid', { time: format.since(facts.time + checkInMs, facts.time) })}
      </Text>
    </>
  );
}
