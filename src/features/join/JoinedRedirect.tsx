// Offline: nothing to fetch. A join link that was opened has done its work by the time a route is drawn.
import { Redirect } from 'expo-router';

/** Where /join leads once one has joined. */
export function JoinedRedirect() {
  return <Redirect href="/" />;
}
