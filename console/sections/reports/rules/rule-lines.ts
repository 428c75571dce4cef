import type { RuleReference, RuleRow, RuleRowFigures } from '@assay/risk-service/contract'
import { textOfReference } from '../rule-reference.ts'

/** A line of the tree grid: a rule, or a clause of one that is open. */
export interface RuleLine {
  id: string
  reference: RuleReference
  figures: RuleRowFigures
  level: 1 | 2
  position: number
  setSize: number
  /** Undefined for a clause. */
  expanded?: boolean
  clauseCount: number
}

/** Returns the lines of the rows: each rule, followed by its clauses where it is open. */
export function ruleLinesOf(rows: readonly RuleRow[], open: ReadonlySet<string>): RuleLine[] {
  return rows.flatMap(({ ruleId, clauses, ...figures }, index) => {
    const rule: RuleLine = {
      id: ruleId,
      reference: { ruleId, clause: null },
      figures,
      level: 1,
      position: index + 1,
      setSize: rows.length,
      expanded: open.has(ruleId),
      clauseCount: clauses.length,
    }
    if (!open.has(ruleId)) return [rule]
    return [
      rule,
      ...clauses.map(({ clause, ...ofClause }, place): RuleLine => {
        const reference = { ruleId, clause }
        return {
          id: textOfReference(reference),
          reference,
          figures: ofClause,
          level: 2,
          position: place + 1,
          setSize: clauses.length,
          clauseCount: 0,
        }
      }),
    ]
  })
}

/** What a key does in a line, after the keys that move from line to line. */
export type LineStep = { kind: 'open' | 'close'; ruleId: string } | { kind: 'go'; id: string } | { kind: 'choose' }

/** Forward opens a rule, back closes it or leads from a clause to its rule; Enter and Space choose. */
export function lineStep(line: RuleLine, key: string, direction: 'ltr' | 'rtl'): LineStep | undefined {
  const [forward, back] = direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  const { ruleId } = line.reference
  if (key === 'Enter' || key === ' ') return { kind: 'choose' }
  if (key === forward && line.expanded === false) return { kind: 'open', ruleId }
  if (key === back && line.expanded === true) return { kind: 'close', ruleId }
  return key === back && line.level === 2 ? { kind: 'go', id: ruleId } : undefined
}
