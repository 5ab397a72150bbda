import { useEffect, useState } from 'react';

import { type ChosenLanguage, loadLanguage, type LoadedLanguage } from './languages';

/**
 * The chosen language once its words are at hand; null before the first is. When another is chosen, the one before it
 * stays on the screen until then: nothing is ever taken away in between.
 */
export function useLanguage(chosen: ChosenLanguage | null): LoadedLanguage | null {
  const [loaded, setLoaded] = useState<LoadedLanguage | null>(null);
  const { code, locale } = chosen ?? {};
  useEffect(() => {
    if (code === undefined || locale === undefined) return undefined;
    let isWanted = true;
    void loadLanguage({ code, locale }).then((language) => {
      if (isWanted) setLoaded(language);
    });
    return () => {
      isWanted = false;
    };
  }, [code, locale]);
  return loaded;
}
