import { format } from 'node:util';

const printed: string[] = [];
const collect = (...parts: unknown[]) => void printed.push(format(...parts));

/** A test that prints an error or a warning fails. A test that expects one spies on it. */
Object.assign(console, { error: collect, warn: collect });

afterEach(() => {
  const found = printed.splice(0);
  if (found.length > 0) throw new Error(`The test printed:\n${found.join('\n')}`);
});
