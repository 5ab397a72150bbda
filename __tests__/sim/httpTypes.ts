/** One request and its answer, as they travel on the simulated wire. */
export type SimRequest = { method: string; url: string; headers: Record<string, string>; body?: string };
export type SimResponse = { status: number; headers: Record<string, string>; text: string };

/** Where requests arrive: the real service, or the sign-in beside it. */
export type RequestHandler = (request: SimRequest) => Promise<SimResponse>;
