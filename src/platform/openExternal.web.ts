/** Opens a URL. Only web pages get a new tab: a tel: link would leave an empty one behind. */
export function openExternal(url: string): Promise<boolean> {
  const destination = /^geo:[^?]*\?q=(.*)$/.exec(url)?.[1];
  if (destination !== undefined) openTab(`https://www.google.com/maps/dir/?api=1&destination=${destination}`);
  else if (/^https?:/i.test(url)) openTab(url);
  else window.location.assign(url);
  return Promise.resolve(true);
}

function openTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}
