/**
 * The first words of a deferred statement, which returns nothing and which nothing of its transaction reads;
 * `deferred-statements.ts` describes it.
 */
export const deferredWords = '/* with the commit */ '
