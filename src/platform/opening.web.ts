/** The address the page was opened with. What stood behind the # may be a token, so it leaves the address bar at once. */
export function readOpeningLink(): string {
  const { href, pathname, search, hash } = window.location;
  if (hash.length > 1) window.history.replaceState(window.history.state, '', pathname + search);
  return hash.length > 1 ? href : '';
}

/** The service stands beside the web app on one origin. */
export const servedFrom = (): string => `${window.location.origin}/api`;

/** BCP 47 tags, best first. */
export const preferredLanguages = (): string[] => [...navigator.languages];
