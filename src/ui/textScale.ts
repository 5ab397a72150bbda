/** Native text grows with the system's setting by itself. */
export function readTextScale(): number {
  return 1;
}
