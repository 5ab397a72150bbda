import { type TFunction } from 'i18next';

import type { SyncStatus } from '@/domain/syncStatus';
import { type Format } from '@/i18n/format';
import { type IconName } from '@/ui/iconShapes';
import { type StateTone } from '@/ui/tokens';

/** One line on the state of sync: what is, what happens next, and whether the person must act. */
export interface SyncLine {
  tone: StateTone;
  icon: IconName;
  text: string;
}

type Pulling = Extract<SyncStatus['phase'], { kind: 'pulling' }>;

/** The most important first. */
export function syncLine(
  t: TFunction,
  format: Format,
  status: SyncStatus,
  now: number,
  ended: 'removed' | 'suspended' | null
): SyncLine {
  const { phase, isOnline, lastContactAt, problem } = status;
  if (status.isPractice) return { tone: 'waiting', icon: 'device', text: t('practice.line') };
  const since = lastContactAt === null ? null : format.since(lastContactAt, now);
  if (phase.kind === 'signed_out')
    return ended === null
      ? { tone: 'person', icon: 'key', text: t('common.line.signedOut') }
      : { tone: 'person', icon: 'block', text: t(`common.line.${ended}`) };
  if (!isOnline) {
    const text = since === null ? t('common.line.offline') : t('common.line.offlineSince', { time: since });
    return { tone: 'waiting', icon: 'cloudOff', text };
  }
  switch (phase.kind) {
    case 'pushing':
      return {
        tone: 'moving',
        icon: 'arrowUp',
        text: t('common.line.sending', {
          done: format.number(Math.min(phase.done + 1, phase.total)),
          total: format.number(phase.total),
        }),
      };
    case 'login_page':
      return { tone: 'person', icon: 'lock', text: t('common.line.loginPage') };
    case 'paused':
      return {
        tone: 'waiting',
        icon: 'clock',
        text: t(problem === 'service_trouble' ? 'common.line.trouble' : 'common.line.paused', {
          time: format.time(phase.until),
        }),
      };
    case 'pulling':
      return {
        tone: 'moving',
        icon: 'arrowDown',
        text: status.lastPulledAt === null ? firstFetch(t, format, phase) : t('common.line.fetching'),
      };
    case 'idle':
      break;
  }
  if (problem === 'store') return { tone: 'person', icon: 'warning', text: t('common.line.store') };
  if (problem === 'other_space')
    return { tone: 'person', icon: 'warning', text: t('common.line.otherSpace') };
  if (problem !== null) return { tone: 'waiting', icon: 'cloudOff', text: t('common.line.unreachable') };
  if (since === null) return { tone: 'waiting', icon: 'clock', text: t('common.line.notYet') };
  // A response alone is not enough: "up to date" is shown only after everything was downloaded once.
  if (status.lastPulledAt === null) {
    const text = firstFetch(t, format, { kind: 'pulling', step: 'changes', done: 0, total: null });
    return { tone: 'moving', icon: 'arrowDown', text };
  }
  return { tone: 'done', icon: 'check', text: t('common.line.lastConnected', { time: since }) };
}

/** The first download can be long: the line shows what, how much, and that the person can already work. */
function firstFetch(t: TFunction, format: Format, { step, done, total }: Pulling): string {
  const words = { what: t(`common.line.first.${step}`), done: format.number(done) };
  return total === null
    ? t('common.line.firstSoFar', words)
    : t('common.line.firstOf', { ...words, total: format.number(total) });
}
