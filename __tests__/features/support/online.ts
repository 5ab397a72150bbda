import { type Runtime } from '@/features/shared/runtime';

/** The calls to the service that a test responds to itself. */
export const onlineWith = (calls: Partial<Record<'read' | 'write', unknown>>) => calls as Runtime['online'];
