/** The address that a file of app/ answers to, without the folders in brackets that only group. */
function addressOf(file: string): string {
  const parts = file
    .replace(/^\.\//, '')
    .replace(/\.[jt]sx?$/, '')
    .split('/');
  const named = parts.filter((part) => !/^\(.*\)$/.test(part) && part !== 'index');
  return `/${named.join('/')}`;
}

const patternOf = (address: string) =>
  new RegExp(`^${address.replace(/[.*+?^${}()|]/g, '\\$&').replace(/\[[^/\]]+\]/g, '[^/]+')}$`);

/**
 * The files of app/ that an address opens: every frame, the screen itself, and the list that lies under a detail. A file
 * that names the address beats one that has a gap for it.
 */
export function matchRoutes(pathname: string, files: readonly string[]): string[] {
  const isFrame = (file: string) => /\/_layout\.[jt]sx?$/.test(file);
  const path = pathname === '/' ? '/' : pathname.replace(/\/+$/, '');
  const screens = files.filter((file) => !isFrame(file) && !file.startsWith('./+'));
  const exact = screens.filter((file) => addressOf(file) === path);
  const here = exact.length > 0 ? exact : screens.filter((file) => patternOf(addressOf(file)).test(path));
  const under = screens.filter((file) => addressOf(file) !== '/' && path.startsWith(`${addressOf(file)}/`));
  return [...new Set([...files.filter(isFrame), ...here, ...under])];
}
