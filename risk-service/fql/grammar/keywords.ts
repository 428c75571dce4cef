import {
  AND,
  AS,
  DO,
  FALSE,
  FROM,
  GROUPBY,
  LET,
  NOT,
  NULL,
  OBSERVE,
  OR,
  RETURN,
  ROUTETO,
  SELECT,
  TRUE,
  WHEN,
} from './parser.terms.ts'

/** Keywords ignore case, so they cannot be plain grammar specialisations. */
const terms = new Map<string, number>(
  Object.entries({
    let: LET,
    observe: OBSERVE,
    return: RETURN,
    routeto: ROUTETO,
    select: SELECT,
    as: AS,
    from: FROM,
    when: WHEN,
    groupby: GROUPBY,
    do: DO,
    and: AND,
    or: OR,
    not: NOT,
    true: TRUE,
    false: FALSE,
    null: NULL,
  }),
)

/** Reserved words in the spelling of the language. */
export const keywords: readonly string[] = [...terms.keys()].map(name => name.toUpperCase())

/** Returns the term of a reserved word, -1 for an ordinary name. Called by the generated parser. */
export const keyword = (text: string, ..._stack: readonly unknown[]): number => terms.get(text.toLowerCase()) ?? -1
