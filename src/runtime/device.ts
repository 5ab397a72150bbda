import { type Runtime } from '@/features/shared/runtime';
import { about } from '@/platform/about';
import { startAgain } from '@/platform/direction';
import { feelDone } from '@/platform/feel';
import { pickMails } from '@/platform/mails';
import { openOutside } from '@/platform/outside';
import { sharePdf } from '@/platform/pdf';
import { randomBytes } from '@/platform/ports';
import { watchPosition } from '@/platform/position';
import { Scanner } from '@/platform/scanner';
import { shareFile, shareText } from '@/platform/share';
import { sharedText } from '@/platform/sharedText';
import { type Opened } from './bootState';

/** What screens may ask of the device they run on. */
export function createDevice({ persistence, reminders }: Opened): Runtime['device'] {
  return {
    shareText,
    shareFile,
    // Loaded when it is needed: few openings of the app export anything.
    seal: async (text, ageKey) => (await import('@/platform/secrecy')).sealTo(ageKey, text, randomBytes),
    sharePdf,
    pickMails,
    about,
    persistence: () => persistence,
    feelDone,
    openOutside,
    startAgain,
    watchPosition,
    reminders,
    sharedText,
    Scanner,
  };
}
