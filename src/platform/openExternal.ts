import { Linking, Platform } from 'react-native';

/** Opens a URL (tel:, sms:, mailto:, geo:, https:) in another app; false where no app handles it. */
export async function openExternal(url: string): Promise<boolean> {
  try {
    await Linking.openURL(Platform.OS === 'ios' ? forAppleMaps(url) : url);
    return true;
  } catch {
    return false;
  }
}

/** iOS has no geo: URLs. */
function forAppleMaps(url: string): string {
  const destination = /^geo:[^?]*\?q=(.*)$/.exec(url)?.[1];
  return destination === undefined ? url : `maps://?daddr=${destination}`;
}
