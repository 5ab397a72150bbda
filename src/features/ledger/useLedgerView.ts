import { router, useGlobalSearchParams, usePathname } from 'expo-router';
import { useEffect, useRef, useState } from 'react';

import { givenParams, paramsOf, readView, type LedgerView } from './address';

/** The address follows the last letter, not every one: each change of it renders all screens. */
const writeAfterMs = 300;

const textOf = (view: LedgerView) => JSON.stringify(givenParams(view));

/** The filters and the order, which live in the address: they survive a reload, and a link contains them. */
export function useLedgerView(): [LedgerView, (view: LedgerView) => void] {
  const params = useGlobalSearchParams();
  const pathname = usePathname();
  // Other tabs stay mounted: their address is not that of the ledger.
  const isHere = pathname === '/ledger' || pathname.startsWith('/ledger/');
  const inAddress = isHere ? textOf(readView(params)) : null;
  const [view, setView] = useState(() => readView(isHere ? params : {}));
  const written = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const latestIsHere = useRef(isHere);
  useEffect(() => {
    latestIsHere.current = isHere;
  });

  useEffect(() => {
    if (inAddress === null || inAddress === written.current) return;
    written.current = inAddress;
    setView(readView(JSON.parse(inAddress) as Record<string, string>));
  }, [inAddress]);

  const change = (next: LedgerView) => {
    setView(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Somebody was faster: the address is that of another screen.
      if (!latestIsHere.current) return;
      written.current = textOf(next);
      router.setParams(paramsOf(next));
    }, writeAfterMs);
  };
  return [view, change];
}
