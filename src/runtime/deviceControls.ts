import { type Runtime } from '@/features/shared/runtime';
import { appInfo } from '@/platform/appInfo';
import { reloadApp } from '@/platform/layoutDirection';
import { vibrateSuccess } from '@/platform/haptics';
import { pickEmails } from '@/platform/addressBook';
import { install } from '@/platform/install';
import { openExternal } from '@/platform/openExternal';
import { pickFile } from '@/platform/pickFile';
import { sharePdf } from '@/platform/pdf';
import { randomBytes } from '@/platform/ports';
import { watchPosition } from '@/platform/geolocation';
import { Scanner } from '@/platform/scanner';
import { shareFile, shareText } from '@/platform/share';
import { sharedText } from '@/platform/sharedText';
import { type Resources } from './bootState';

export function createDeviceControls({ persistence, reminders }: Resources): Runtime['device'] {
  return {
    shareText,
    shareFile,
    // Loaded on demand: few starts export anything.
    seal: async (text, ageKey) => (await import('@/platform/crypto')).sealTo(ageKey, text, randomBytes),
    openSealed: async (text, keys) => (await import('@/platform/crypto')).openSealed(text, keys),
    sharePdf,
    pickEmails,
    pickFile,
    appInfo,
    persistence: () => persistence,
    vibrateSuccess,
    openExternal,
    reloadApp,
    watchPosition,
    reminders,
    sharedText,
    install,
    Scanner,
  };
}
