/** One request and its answer, as they travel on the simulated wire. */
export type WireRequest = { method: string; url: string; headers: Record<string, string>; body?: string };
export type WireAnswer = { status: number; headers: Record<string, string>; text: string };

/** Where requests arrive: the real service, or the sign-in beside it. */
export type Door = (request: WireRequest) => Promise<WireAnswer>;
