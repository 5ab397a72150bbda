import type { EndpointName } from '@/contract/endpoints';

import { catalogueTexts } from './texts/catalogue';
import type { EndpointTexts } from './texts/describe';
import { fieldTexts } from './texts/field';
import { moneyTexts } from './texts/money';
import { peopleTexts } from './texts/people';
import { securityTexts } from './texts/security';
import { serviceTexts } from './texts/service';
import { teamsTexts } from './texts/teams';

/** One entry per endpoint of the contract: a new endpoint does not compile without one. */
export const endpointTexts: Readonly<Record<EndpointName, EndpointTexts>> = {
  ...peopleTexts,
  ...teamsTexts,
  ...moneyTexts,
  ...catalogueTexts,
  ...fieldTexts,
  ...securityTexts,
  ...serviceTexts,
};
