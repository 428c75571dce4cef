import { sql } from 'kysely'

/** The first words of a deferred statement; `deferred-statements.ts` describes it. */
export const deferredWords = '/* with the commit */ '

/** Marks a statement that returns nothing and that nothing of its transaction reads: put it first. */
export const deferred = sql.raw(deferredWords)
