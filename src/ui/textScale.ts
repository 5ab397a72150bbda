/** Native text follows the system setting automatically. */
export function readTextScale(): number {
  return 1;
}
