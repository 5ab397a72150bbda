import { createElement } from 'react';
import { act, create, type ReactTestRenderer } from 'react-test-renderer';

/**
 * Jest prints an element that should be gone at each look of `waitFor`: without this, with everything that React knows
 * about the screen, which takes seconds.
 */
let made: ReactTestRenderer | undefined;
act(() => {
  made = create(createElement('Text'));
});
if (made)
  Object.assign(Object.getPrototypeOf(made.root), {
    toJSON(this: { type: unknown }) {
      return `an element ${typeof this.type === 'string' ? this.type : 'of a component'}`;
    },
  });
act(() => made?.unmount());
