// Offline: nothing to fetch. A join link is handled before a route is rendered.
import { Redirect } from 'expo-router';

/** Redirects /join after joining. */
export function JoinedRedirect() {
  return <Redirect href="/" />;
}
