import { useExtension } from './useExtension';
import { usePermissions } from './usePermissions';

/** Whether this person writes questions and consents, with this service. */
export function useCanEditQuestions(): boolean {
  const canWrite = useExtension('forms_write');
  return usePermissions().canPlanActions && canWrite;
}
