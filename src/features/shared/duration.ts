import { type TFunction } from 'i18next';

/** 40 s, 3 min, 2 h */
export function durationWords(t: TFunction, ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return t('common.duration.seconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return t('common.duration.minutes', { count: minutes });
  return t('common.duration.hours', { count: Math.ceil(minutes / 60) });
}
