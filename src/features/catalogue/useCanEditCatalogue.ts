import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';

/** Whether this person changes prices, statuses and settings, with this service. */
export function useCanEditCatalogue(): boolean {
  const canWrite = useExtension('catalogue_write');
  return usePermissions().canEditCatalogue && canWrite;
}
