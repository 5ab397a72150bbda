import { router, useGlobalSearchParams, usePathname, useSegments, type Href } from 'expo-router';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useStore } from 'zustand';
import { countUnsentLocked } from '@/db/outbox/outbox';
import { LockScreen, type WaitingLocked } from '@/features/lock/LockScreen';
import { useI18n } from '@/i18n/I18nProvider';
import { type BootState } from '@/runtime/bootState';
import { onLockedLink } from './lockedLinks';
import { onReminderTap } from './reminderTaps';

type LastHref = RefObject<Href | null>;

interface LockGateProps {
  state: Extract<BootState, { kind: 'ready' }>;
  children: ReactNode;
}

/**
 * While the app is locked no screen is mounted, for any URL. Drafts are on disk, and the last URL is restored after
 * the PIN, or the one of a link that was opened meanwhile.
 */
export function LockGate({ state, children }: LockGateProps) {
  const { isLocked } = useStore(state.lock.state);
  const lastHrefRef = useRef<Href | null>(null);
  if (isLocked) return <Locked state={state} lastHrefRef={lastHrefRef} />;
  return (
    <>
      {children}
      <LastHrefRestorer lastHrefRef={lastHrefRef} />
      <ReminderTaps />
    </>
  );
}

interface LockedProps extends Pick<LockGateProps, 'state'> {
  lastHrefRef: LastHref;
}

function Locked({ state, lastHrefRef }: LockedProps) {
  const { lock, signInInstead } = state;
  const { t } = useI18n();
  useEffect(
    () =>
      onLockedLink((path) => {
        lastHrefRef.current = path as Href;
      }),
    [lastHrefRef]
  );
  const waiting = useWaiting(state);
  return (
    <LockScreen
      waiting={waiting}
      unlock={lock.unlock}
      withBiometrics={
        lock.get().withBiometrics
          ? async () => {
              await lock.unlockWithBiometrics(t('lock.question'));
            }
          : null
      }
      signInInstead={signInInstead}
    />
  );
}

const nothing: WaitingLocked = { count: 0, isAutomatic: true };

/** The number of unsent records; it falls while the engine sends behind the lock. */
function useWaiting({ store, scope }: LockGateProps['state']): WaitingLocked {
  const [waiting, setWaiting] = useState(nothing);
  useEffect(() => {
    // A store that cannot be read has its own screen; the lock works without the count.
    const update = () => void countUnsentLocked(store, scope).then(setWaiting, () => setWaiting(nothing));
    update();
    return store.onTablesChanged((tables) => {
      if (tables.has('outbox')) update();
    });
  }, [store, scope]);
  return waiting;
}

/** Restores the URL from before the lock, and stores each later one. */
function LastHrefRestorer({ lastHrefRef }: { lastHrefRef: LastHref }) {
  const pathname = usePathname();
  const segments = useSegments();
  const params = useGlobalSearchParams();
  const isRestored = useRef(false);
  useEffect(() => {
    if (!isRestored.current) {
      isRestored.current = true;
      if (lastHrefRef.current !== null) return router.replace(lastHrefRef.current);
    }
    // The code in a fragment was read when its link was opened.
    const inPath = new Set<string>(['#', ...segments].map((segment) => segment.replace(/^\[(.*)\]$/, '$1')));
    const query = Object.entries(params).flatMap(([name, value]) =>
      inPath.has(name) || typeof value !== 'string' ? [] : [`${name}=${encodeURIComponent(value)}`]
    );
    lastHrefRef.current = `${pathname}${query.length > 0 ? `?${query.join('&')}` : ''}` as Href;
  }, [lastHrefRef, pathname, segments, params]);
  return null;
}

/** Rendered after LastHrefRestorer, so that a tapped reminder wins over the restored URL. */
function ReminderTaps() {
  useEffect(() => onReminderTap((path) => router.navigate(path as Href)), []);
  return null;
}
