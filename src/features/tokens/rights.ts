import { type TFunction } from 'i18next';

import { TOKEN_RIGHTS } from '@/contract/token';

/** A right of a token; one of a newer service is shown unchanged. */
export function rightWord(t: TFunction, right: string): string {
  const known = TOKEN_RIGHTS.find((each) => each === right);
  return known === undefined ? right : t(`tokens.right.${known}`);
}
