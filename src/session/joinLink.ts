import { z } from 'zod';

export type JoinLink = { baseUrl: string; token: string | null };

const WebAddress = z.url({ protocol: /^https?$/ });

/**
 * Reads a link that a leader or a terminal shows: `https://host/join#base_url=…&token=…`, the same with doorstep://,
 * or the bare address of a service. What it carries stands behind the #, so that it never reaches a server's log.
 */
export function parseJoinLink(text: string): JoinLink | null {
  const [address = '', fragment = ''] = text.trim().split('#', 2);
  const carried = new URLSearchParams(fragment);
  const baseUrl = carried.get('base_url') ?? address;
  if (!WebAddress.safeParse(baseUrl).success) return null;
  return { baseUrl: baseUrl.replace(/\/+$/, ''), token: carried.get('token') };
}

/** Reads the link that opened the app. One that was cut short names no service behind the #, and says nothing. */
export function parseLaunchLink(text: string): JoinLink | null {
  const [, fragment = ''] = text.split('#', 2);
  return new URLSearchParams(fragment).has('base_url') ? parseJoinLink(text) : null;
}

/** The link that another phone opens to join here. It carries no token: whoever opens it signs in as themselves. */
export function formatJoinLink(app: string, baseUrl: string): string {
  return `${app}/join#base_url=${encodeURIComponent(baseUrl)}`;
}
