import { withEntitlementsPlist, type ConfigPlugin } from 'expo/config-plugins';

/**
 * expo-notifications prepares every app for messages from a server. Ours are made on the phone, so that the right to
 * receive others, with its certificate and its privacy answers, is not asked for.
 */
export const withoutPush: ConfigPlugin = (config) =>
  withEntitlementsPlist(config, (modified) => {
    delete modified.modResults['aps-environment'];
    return modified;
  });
