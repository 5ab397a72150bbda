import { withEntitlementsPlist, type ConfigPlugin } from 'expo/config-plugins';

/**
 * expo-notifications adds the push entitlement. Our notifications are local, so the entitlement, its certificate and its
 * privacy answers are not needed.
 */
export const withoutPush: ConfigPlugin = (config) =>
  withEntitlementsPlist(config, (modified) => {
    delete modified.modResults['aps-environment'];
    return modified;
  });
