/** Hands an address to whatever opens it. Only pages get a tab of their own: a call would leave an empty one behind. */
export function openExternal(address: string): Promise<boolean> {
  const place = /^geo:[^?]*\?q=(.*)$/.exec(address)?.[1];
  if (place !== undefined) openPage(`https://www.google.com/maps/dir/?api=1&destination=${place}`);
  else if (/^https?:/i.test(address)) openPage(address);
  else window.location.assign(address);
  return Promise.resolve(true);
}

function openPage(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer');
}
