/** A request and its response on the simulated network. */
export type SimRequest = { method: string; url: string; headers: Record<string, string>; body?: string };
export type SimResponse = { status: number; headers: Record<string, string>; text: string };

/** Receives requests: the real service, or the token endpoint. */
export type RequestHandler = (request: SimRequest) => Promise<SimResponse>;
