import { clearSharedPayloads, getSharedPayloads } from 'expo-sharing';
import { Linking } from 'react-native';

/** Text that another app handed to this one. */
export interface SharedText {
  /** Takes it, so that it is found once; empty where there is none. */
  take(): string;
  /** More has arrived while the app was open. Answers the way to stop listening. */
  onArrival(listener: () => void): () => void;
}

/** The address by which the phone opens the app with something shared. */
export const isShareUrl = (address: string) => /^[a-z][\w+.-]*:\/\/expo-sharing\b/.test(address);

function take(): string {
  try {
    const texts = getSharedPayloads().flatMap(({ shareType, value }) =>
      shareType === 'text' || shareType === 'url' ? value : []
    );
    clearSharedPayloads();
    return texts.join('\n').trim();
  } catch {
    return ''; // An iOS app that was built without the share extension has nowhere to look.
  }
}

export const sharedText: SharedText | null = {
  take,
  onArrival: (listener) => {
    const subscription = Linking.addEventListener('url', ({ url }) => isShareUrl(url) && listener());
    return () => subscription.remove();
  },
};
