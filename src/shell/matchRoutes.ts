/** The URL path of a file in app/, without group folders in brackets. */
function pathOf(file: string): string {
  const parts = file
    .replace(/^\.\//, '')
    .replace(/\.[jt]sx?$/, '')
    .split('/');
  const named = parts.filter((part) => !/^\(.*\)$/.test(part) && part !== 'index');
  return `/${named.join('/')}`;
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^${}()|]/g, '\\$&').replace(/\[[^/\]]+\]/g, '[^/]+')}$`);

/**
 * The files of app/ that a URL path renders: all layouts, the screen, and the list under a detail. A static path wins
 * over one with a parameter.
 */
export function matchRoutes(pathname: string, files: readonly string[]): string[] {
  const isLayout = (file: string) => /\/_layout\.[jt]sx?$/.test(file);
  const path = pathname === '/' ? '/' : pathname.replace(/\/+$/, '');
  const screens = files.filter((file) => !isLayout(file) && !file.startsWith('./+'));
  const exact = screens.filter((file) => pathOf(file) === path);
  const matches = exact.length > 0 ? exact : screens.filter((file) => patternOf(pathOf(file)).test(path));
  const parents = screens.filter((file) => pathOf(file) !== '/' && path.startsWith(`${pathOf(file)}/`));
  return [...new Set([...files.filter(isLayout), ...matches, ...parents])];
}
