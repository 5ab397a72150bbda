import { router, type Href } from 'expo-router';

import { useI18n } from '@/i18n/I18nProvider';
import { useWide } from '@/ui/layout';

/**
 * The Back of a screen: to where one was, and for a screen that was opened by its address to the list it belongs to.
 * Beside its list there is nothing to go back to.
 */
export function useBack(
  parent: Href,
  { besideItsList = false } = {}
): { label: string; onPress: () => void } | undefined {
  const { t } = useI18n();
  const wide = useWide();
  if (wide && besideItsList) return undefined;
  const onPress = () => (router.canGoBack() ? router.back() : router.replace(parent));
  return { label: t('common.back'), onPress };
}
