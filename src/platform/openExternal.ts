import { Linking, Platform } from 'react-native';

/** Hands an address (tel:, sms:, mailto:, geo:, https:) to whatever opens it on this phone. */
export async function openExternal(address: string): Promise<boolean> {
  try {
    await Linking.openURL(Platform.OS === 'ios' ? forAppleMaps(address) : address);
    return true;
  } catch {
    return false; // Nothing on this phone opens it: a tablet without a telephone, no mail set up.
  }
}

/** iOS knows no geo: addresses. */
function forAppleMaps(address: string): string {
  const place = /^geo:[^?]*\?q=(.*)$/.exec(address)?.[1];
  return place === undefined ? address : `maps://?daddr=${place}`;
}
