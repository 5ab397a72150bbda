import { useExtension } from './useExtension';
import { usePermissions } from './usePermissions';

/** Whether this person plans actions, with this service. */
export function useCanPlan(): boolean {
  const canWrite = useExtension('actions_write');
  return usePermissions().canPlanActions && canWrite;
}
