import { lazy, Suspense, type ComponentType } from 'react';

/**
 * A route whose screen is not part of the first load. Metro puts what two chunks share into the first load, so these
 * screens are one chunk. Loading starts with the route's own file, which is prefetched.
 */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  const loading = load();
  // Without signal it can fail: opening the screen tries again.
  loading.catch(() => undefined);
  const LoadedScreen = lazy(async () => ({ default: await loading.catch(load) }));
  return function LazyScreen() {
    return (
      <Suspense fallback={null}>
        <LoadedScreen />
      </Suspense>
    );
  };
}
