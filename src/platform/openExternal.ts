import { Linking, Platform } from 'react-native';

/** Opens a URL (tel:, sms:, mailto:, geo:, https:) in another app. Returns false if no app can open it. */
export async function openExternal(url: string): Promise<boolean> {
  try {
    await Linking.openURL(Platform.OS === 'ios' ? toAppleMapsUrl(url) : url);
    return true;
  } catch {
    return false;
  }
}

/** iOS does not support geo: URLs. Their query becomes the destination in Apple Maps; other URLs do not change. */
function toAppleMapsUrl(url: string): string {
  const destination = /^geo:[^?]*\?q=(.*)$/.exec(url)?.[1];
  return destination === undefined ? url : `maps://?daddr=${destination}`;
}
