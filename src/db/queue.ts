/** Runs jobs one after the other, in the order they were given. A job that fails does not stop the next. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>;

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(job);
    last = result.then(
      () => undefined,
      () => undefined
    );
    return result;
  };
}
