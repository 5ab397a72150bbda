/** Only a browser has tabs with titles. */
export function setPageTitle(_title: string): () => void {
  return () => undefined;
}
