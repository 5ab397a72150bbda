import { useEffect, useState } from 'react';

import { type ChosenLanguage, loadLanguage, type LoadedLanguage } from './languages';

/**
 * The chosen language after its messages are loaded; null before the first load. The previous language stays on screen
 * while another loads.
 */
export function useLanguage(chosen: ChosenLanguage | null): LoadedLanguage | null {
  const [loaded, setLoaded] = useState<LoadedLanguage | null>(null);
  const { code, locale } = chosen ?? {};
  useEffect(() => {
    if (code === undefined || locale === undefined) return undefined;
    let isCurrent = true;
    void loadLanguage({ code, locale }).then((language) => {
      if (isCurrent) setLoaded(language);
    });
    return () => {
      isCurrent = false;
    };
  }, [code, locale]);
  return loaded;
}
