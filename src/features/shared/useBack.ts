import { router, useNavigation, type Href } from 'expo-router';

import { useI18n } from '@/i18n/I18nProvider';
import { useWide } from '@/ui/layout';

type Route = { key: string; name: string; params?: object };
type Action =
  { type: 'POP_TO_TOP' } | { type: 'REPLACE_PARAMS'; payload: { params: object }; source: string };
/** The part of a navigator that is used here. */
type Navigation = {
  getState(): { type: string; index: number; routes: readonly Route[] } | undefined;
  getParent(): Navigation | undefined;
  dispatch(action: Action): void;
};

const hasNumber = ({ params }: Route) => params !== undefined && 'id' in params;

/** The focused route and the one below it in a stack. */
function readStack(navigation: Navigation): { beneath: Route | undefined; front: Route | undefined } {
  const { type = '', index = 0, routes = [] } = navigation.getState() ?? {};
  return { beneath: type === 'stack' ? routes[index - 1] : undefined, front: routes[index] };
}

/** Closes a screen: to the previous one, or to its list if it was opened by its address. */
export function useLeave(parent: Href): () => void {
  const navigation = useNavigation<Navigation>();
  return () => {
    const { beneath, front } = readStack(navigation);
    // The router adds the list below a screen that was opened by its address; the person was never there.
    if (beneath?.name === 'index' && hasNumber(beneath)) {
      clearRouteId(navigation, beneath);
      for (let around = navigation.getParent(); around; around = around.getParent())
        clearRouteId(around, readStack(around).front);
      router.dismissTo(parent);
      return;
    }
    // Below a list that was opened again is its last detail screen; the person was not there either.
    if (beneath && front?.name === 'index') navigation.dispatch({ type: 'POP_TO_TOP' });
    if (router.canGoBack()) router.back();
    else router.replace(parent);
  };
}

/** The router passes the id of an address to the list and to the layouts too: the list's address would contain it. */
function clearRouteId(navigation: Navigation, route: Route | undefined): void {
  if (route && hasNumber(route))
    navigation.dispatch({ type: 'REPLACE_PARAMS', payload: { params: {} }, source: route.key });
}

/** The Back button of a screen; none where the list is shown next to it. */
export function useBack(
  parent: Href,
  { besideItsList = false } = {}
): { label: string; onPress: () => void } | undefined {
  const { t } = useI18n();
  const wide = useWide();
  const onPress = useLeave(parent);
  return wide && besideItsList ? undefined : { label: t('common.back'), onPress };
}
