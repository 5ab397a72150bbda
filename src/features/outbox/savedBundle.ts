import { type BundleCreate, BundleCreateRequest } from '@/contract/bundle';

/** The payment in a frozen text; null where it cannot be read. The row is shown all the same. */
export function readSavedBundle(body: string): BundleCreate | null {
  try {
    return BundleCreateRequest.safeParse(JSON.parse(body)).data?.data ?? null;
  } catch {
    return null; // Not JSON: shown without its parts.
  }
}
