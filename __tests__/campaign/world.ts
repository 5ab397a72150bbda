import type { Random } from '../sim/random';
import type { Book, Stored } from './book';
import type { Finding } from './oracle';
import type { CampaignPhone } from './phone';
import type { FaultProxy } from './proxy';
import type { KilledService } from './service';
import type { Volunteer } from './volunteer';

/** Everything that takes part in a campaign. */
export type World = {
  readonly service: KilledService;
  readonly proxy: FaultProxy;
  readonly phone: CampaignPhone;
  readonly volunteer: Volunteer;
  readonly book: Book;
  readonly random: Random;
  serviceKills: number;
  readStored: () => Promise<Stored>;
  report: (finding: Finding) => Promise<void>;
};
