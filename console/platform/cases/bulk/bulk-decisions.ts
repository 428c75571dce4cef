import type { CaseConfiguration, CaseRow, Queue, QueueDecision } from '@assay/risk-service/contract'
import { majorUnits } from '../../i18n/money.ts'

/** A decision that applies to all ticked cases, with the reasons that each of their assessments accepts. */
export type BulkDecision = Pick<QueueDecision, 'name' | 'caseAction' | 'reasons'>

/** A case that is decided with others; `lock` is absent where it is not read. */
export type DecidedCase = Pick<CaseRow, 'environmentId' | 'eventType' | 'externalId' | 'amount' | 'currency'> &
  Partial<Pick<CaseRow, 'lock'>>

/**
 * Decisions that a queue offers for cases of these assessments: each has them, by name.
 * @param configurations decisions by assessment
 */
export function bulkDecisionsOf(
  { allowedDecisions }: Pick<Queue, 'allowedDecisions'>,
  configurations: readonly Pick<CaseConfiguration, 'queueDecisions'>[],
): BulkDecision[] {
  const [first, ...others] = configurations.map(({ queueDecisions }) => queueDecisions)
  return (first ?? [])
    .filter(({ name }) => allowedDecisions === null || allowedDecisions.includes(name))
    .flatMap(({ name, caseAction, reasons }) => {
      const same = others.map(each => each.find(decision => decision.name === name))
      return same.every(decision => decision !== undefined)
        ? [{ name, caseAction, reasons: reasons.filter(reason => same.every(each => each.reasons.includes(reason))) }]
        : []
    })
}

/** The amounts of cases by currency, the largest number of cases first; amounts in major units. */
export function totalsOf(
  rows: readonly Pick<CaseRow, 'amount' | 'currency'>[],
): { currency: string; amount: number }[] {
  const totals = new Map<string, { amount: number; count: number }>()
  for (const { amount, currency } of rows) {
    if (amount === null || currency === null) continue
    const total = totals.get(currency) ?? { amount: 0, count: 0 }
    totals.set(currency, { amount: total.amount + amount, count: total.count + 1 })
  }
  return [...totals]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([currency, { amount }]) => ({ currency, amount: majorUnits(amount, currency) }))
}
