import { useQuery } from '@tanstack/react-query';

import { type ExtensionName } from '@/contract/extensions';
import { capabilityQueries } from '@/queries/capabilities';

import { useRuntime } from './runtime';

/** Whether the service has an extension; false until it is known, so that no button leads to nothing. */
export function useExtension(name: ExtensionName): boolean {
  return useQuery(capabilityQueries.has(useRuntime(), name)).data ?? false;
}

/** Whether the service certainly lacks an extension: a screen says so only then, not while the phone reads. */
export function useLacksExtension(name: ExtensionName): boolean {
  return useQuery(capabilityQueries.has(useRuntime(), name)).data === false;
}
