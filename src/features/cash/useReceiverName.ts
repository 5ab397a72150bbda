import type { HandOver } from '@/contract/cashRecord';
import { usePersonName } from '@/features/shared/usePersonName';

/** Who takes a hand-over. One that is known only from its scanned code has the person, not the name, which is empty while it is read. */
export function useReceiverName({ user_id: userId = 0, name }: HandOver['to']): string {
  const known = usePersonName(userId);
  return name || known;
}
