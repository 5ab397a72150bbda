/** Sets the title of the browser's tab. Returns a function that restores the one before. */
export function setPageTitle(title: string): () => void {
  const before = document.title;
  document.title = `${title} · Doorstep`;
  return () => {
    document.title = before;
  };
}
