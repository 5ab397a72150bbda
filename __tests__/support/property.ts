/** Property tests use the same examples in every run; `PROPERTY_SEED=7 npx jest …` uses others. */
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export { fc };
