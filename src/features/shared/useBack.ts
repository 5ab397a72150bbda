import { router, useNavigation, type Href } from 'expo-router';

import { useI18n } from '@/i18n/I18nProvider';
import { useWide } from '@/ui/layout';

type Route = { key: string; name: string; params?: object };
type Action =
  { type: 'POP_TO_TOP' } | { type: 'REPLACE_PARAMS'; payload: { params: object }; source: string };
/** As much of a navigator as is used here. */
type Navigation = {
  getState(): { type: string; index: number; routes: readonly Route[] } | undefined;
  getParent(): Navigation | undefined;
  dispatch(action: Action): void;
};

const hasNumber = ({ params }: Route) => params !== undefined && 'id' in params;

/** What is in front, and what lies under it where screens lie over one another. */
function readStack(navigation: Navigation): { beneath: Route | undefined; front: Route | undefined } {
  const { type = '', index = 0, routes = [] } = navigation.getState() ?? {};
  return { beneath: type === 'stack' ? routes[index - 1] : undefined, front: routes[index] };
}

/** Leaves a screen: to where one was, and from one that was opened by its address to the one that it belongs to. */
export function useLeave(parent: Href): () => void {
  const navigation = useNavigation<Navigation>();
  return () => {
    const { beneath, front } = readStack(navigation);
    // Under a screen that was opened by its address the router lays the list. Nobody has come from there.
    if (beneath?.name === 'index' && hasNumber(beneath)) {
      forgetNumber(navigation, beneath);
      for (let around = navigation.getParent(); around; around = around.getParent())
        forgetNumber(around, readStack(around).front);
      router.dismissTo(parent);
      return;
    }
    // A list that was come to again lies over what was looked at in it the last time. Nobody has come from there either.
    if (beneath && front?.name === 'index') navigation.dispatch({ type: 'POP_TO_TOP' });
    if (router.canGoBack()) router.back();
    else router.replace(parent);
  };
}

/** The router gives the number in an address to the list and to every frame as well: the list's address would keep it. */
function forgetNumber(navigation: Navigation, route: Route | undefined): void {
  if (route && hasNumber(route))
    navigation.dispatch({ type: 'REPLACE_PARAMS', payload: { params: {} }, source: route.key });
}

/** The Back of a screen; beside its list there is nothing to go back to. */
export function useBack(
  parent: Href,
  { besideItsList = false } = {}
): { label: string; onPress: () => void } | undefined {
  const { t } = useI18n();
  const wide = useWide();
  const onPress = useLeave(parent);
  return wide && besideItsList ? undefined : { label: t('common.back'), onPress };
}
