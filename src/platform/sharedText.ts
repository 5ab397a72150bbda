import { clearSharedPayloads, getSharedPayloads } from 'expo-sharing';
import { Linking } from 'react-native';

/** Text that another app shared with this one. */
export interface SharedText {
  /** Returns the text and clears it; empty if there is none. */
  take(): string;
  /** Calls `listener` when more text arrives while the app runs. Returns an unsubscribe function. */
  onArrival(listener: () => void): () => void;
}

/** The URL that opens the app with shared content. */
export const isShareUrl = (address: string) => /^[a-z][\w+.-]*:\/\/expo-sharing\b/.test(address);

function take(): string {
  try {
    const texts = getSharedPayloads().flatMap(({ shareType, value }) =>
      shareType === 'text' || shareType === 'url' ? value : []
    );
    clearSharedPayloads();
    return texts.join('\n').trim();
  } catch {
    return ''; // An iOS build without the share extension.
  }
}

export const sharedText: SharedText | null = {
  take,
  onArrival: (listener) => {
    const subscription = Linking.addEventListener('url', ({ url }) => isShareUrl(url) && listener());
    return () => subscription.remove();
  },
};
