import { router, useGlobalSearchParams, usePathname, useSegments, type Href } from 'expo-router';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useStore } from 'zustand';
import { countUnsentHere } from '@/db/outbox/outbox';
import { type Store } from '@/db/store';
import { LockScreen } from '@/features/lock/LockScreen';
import { useI18n } from '@/i18n/I18nProvider';
import { type BootState } from '@/runtime/bootState';
import { onReminderTap } from './reminderTaps';

type Place = RefObject<Href | null>;

interface LockGateProps {
  state: Extract<BootState, { kind: 'ready' }>;
  children: ReactNode;
}

/**
 * While the app is locked no screen exists, whatever the address says: nothing is hidden beneath that could be brought
 * to light. Forms keep what was typed on the disk, and the place is found again after the PIN.
 */
export function LockGate({ state, children }: LockGateProps) {
  const { isLocked } = useStore(state.lock.state);
  const placeRef = useRef<Href | null>(null);
  if (isLocked) return <Locked state={state} />;
  return (
    <>
      {children}
      <PlaceKeeper placeRef={placeRef} />
      <ReminderFollower />
    </>
  );
}

function Locked({ state: { lock, runtime, signInInstead } }: Pick<LockGateProps, 'state'>) {
  const { t } = useI18n();
  const waiting = useUnsentHere(runtime.store);
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

/** How many records wait; it falls while the engine sends them behind the lock. */
function useUnsentHere(store: Store): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = async () => {
      const groups = await countUnsentHere(store);
      setCount(groups.reduce((sum, group) => sum + group.count, 0));
    };
    // A store that cannot be read has a screen of its own; the lock opens without the number.
    const lookAgain = () => void look().catch(() => setCount(0));
    lookAgain();
    return store.onTablesChanged((tables) => {
      if (tables.has('outbox')) lookAgain();
    });
  }, [store]);
  return count;
}

/** Goes back to where the person was when the app locked, and remembers where they go from there. */
function PlaceKeeper({ placeRef }: { placeRef: Place }) {
  const pathname = usePathname();
  const segments = useSegments();
  const params = useGlobalSearchParams();
  const isBack = useRef(false);
  useEffect(() => {
    if (!isBack.current) {
      isBack.current = true;
      if (placeRef.current !== null) return router.replace(placeRef.current);
    }
    const inPath = new Set<string>(segments.map((segment) => segment.replace(/^\[(.*)\]$/, '$1')));
    const asked = Object.entries(params).flatMap(([name, value]) =>
      inPath.has(name) || typeof value !== 'string' ? [] : [`${name}=${encodeURIComponent(value)}`]
    );
    placeRef.current = `${pathname}${asked.length > 0 ? `?${asked.join('&')}` : ''}` as Href;
  }, [placeRef, pathname, segments, params]);
  return null;
}

/** After the keeper of the place: of a phone that was locked when its reminder was tapped, the reminder decides. */
function ReminderFollower() {
  useEffect(() => onReminderTap((path) => router.navigate(path as Href)), []);
  return null;
}
