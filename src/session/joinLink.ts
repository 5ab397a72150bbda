import { z } from 'zod';

export type JoinLink = { baseUrl: string; token: string | null; newcomerCode: string | null };

const WebAddress = z.url({ protocol: /^https?$/ });

/**
 * Parses `https://host/join#base_url=…&token=…`, the same with doorstep://, or the bare URL of a service. The
 * parameters are in the fragment, which a browser never sends to a server.
 */
export function parseJoinLink(text: string): JoinLink | null {
  const [address = '', fragment = ''] = text.trim().split('#', 2);
  const params = new URLSearchParams(fragment);
  const baseUrl = params.get('base_url') ?? address;
  if (!WebAddress.safeParse(baseUrl).success) return null;
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    token: params.get('token'),
    newcomerCode: params.get('newcomer_code'),
  };
}

/** Parses the link that opened the app; null if its fragment names no service. */
export function parseLaunchLink(text: string): JoinLink | null {
  const [, fragment = ''] = text.split('#', 2);
  return new URLSearchParams(fragment).has('base_url') ? parseJoinLink(text) : null;
}

/** The link that another phone opens to join. It contains no token: its owner signs in, as a newcomer with the code of a leader. */
export function formatJoinLink(webApp: string, baseUrl: string, newcomerCode?: string): string {
  const link = `${webApp}/join#base_url=${encodeURIComponent(baseUrl)}`;
  return newcomerCode === undefined ? link : `${link}&newcomer_code=${encodeURIComponent(newcomerCode)}`;
}
