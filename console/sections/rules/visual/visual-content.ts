import type { QueryGroup } from '@assay/design-system'
import type { VisualClause } from './visual-clause.ts'

/** Read from a text: a clause, or the condition of a rule, which has no head. */
export type VisualContent = VisualClause | { head: null; when: QueryGroup }
