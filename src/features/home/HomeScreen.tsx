// Offline: complete. Unsent records are first, with what happens next.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { DoubledGifts } from '@/features/shared/DoubledGifts';
import { OfferedCash } from '@/features/shared/OfferedCash';
import { SignInAgain } from '@/features/shared/SignInAgain';
import { UnlinkedNote } from '@/features/shared/UnlinkedNote';
import { UpdateBanner } from '@/features/shared/UpdateBanner';
import { useRuntime } from '@/features/shared/runtime';
import { useToday } from '@/features/shared/useToday';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { spaceQueries } from '@/queries/spaces';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Screen, blankTitle } from '@/ui/Screen';

import { HelpNote } from './components/HelpNote';
import { InstallNote } from './components/InstallNote';
import { LeftActions } from './components/LeftActions';
import { OnThisPhone } from './components/OnThisPhone';
import { DayTotalsCard } from './components/DayTotalsCard';
import { PromisesNote } from './components/PromisesNote';
import { TeamCard } from './components/TeamCard';
import { TodaysActions } from './components/TodaysActions';

/** The day at a glance, and the large button for the main job. */
export function HomeScreen() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  // The date above the title changes at midnight.
  useToday();
  const me = useQuery(peopleQueries.me(runtime));
  const space = useQuery(spaceQueries.name(runtime));
  const name = [me.data?.user.firstname, me.data?.user.surname].filter(Boolean).join(' ');
  return (
    <Screen
      title={space.isPending ? blankTitle : space.data || t('home.title')}
      titleLabel={space.isPending ? t('home.title') : undefined}
      above={format.longDay(runtime.now())}
      trailing={<Avatar name={name} label={t('home.you')} onPress={() => router.push('/you')} />}
      footer={
        <Button size="main" icon="plus" label={t('common.record')} onPress={() => router.push('/record')} />
      }
    >
      <UpdateBanner />
      <OnThisPhone />
      {runtime.session.ended === null && (
        <>
          <InstallNote />
          <HelpNote />
        </>
      )}
      <LeftActions />
      <DoubledGifts />
      <OfferedCash />
      <PromisesNote />
      <UnlinkedNote />
      <SignInAgain />
      <TodaysActions />
      <TeamCard />
      <DayTotalsCard />
    </Screen>
  );
}
