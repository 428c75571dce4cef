import type { HistoryTotals, HistoryVerdict, TimeMachineResult } from '@assay/risk-service/contract'

/** A row of the file: a cell of the whole, of a month or of a rule. */
export interface ResultFileRow extends HistoryTotals {
  part: 'all' | 'month' | 'rule' | 'decided'
  name: string
  clause: string
  decision: string
  verdict: HistoryVerdict
}

const verdicts = ['fraud', 'good', 'unknown'] as const

/** Returns the figures of a result as rows of a file, without those in which nothing is counted. */
export function resultRows({ outcomes, months, rules, compared }: TimeMachineResult): ResultFileRow[] {
  const cells = (part: ResultFileRow['part'], name: string, own: TimeMachineResult['outcomes']): ResultFileRow[] =>
    verdicts.flatMap(verdict =>
      Object.entries(own[verdict]).map(([decision, totals]) => ({
        part,
        name,
        clause: '',
        decision,
        verdict,
        ...totals,
      })),
    )
  return [
    ...cells('all', '', outcomes),
    ...months.flatMap(({ month, outcomes: own }) => cells('month', month, own)),
    ...rules.flatMap(({ rule, clause, decision, ...figures }) =>
      verdicts.map(verdict => ({ part: 'rule' as const, name: rule, clause, decision, verdict, ...figures[verdict] })),
    ),
    ...(compared === null ? [] : cells('decided', '', compared.before)),
  ].filter(({ events }) => events > 0)
}
