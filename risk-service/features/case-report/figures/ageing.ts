import { type AgeBracket, ageBracketIds, ageBrackets } from '../../../contract/cases/report/report-definitions.ts'
import { countBy } from './statistics.ts'
import type { OpenCase } from './times.ts'

const hourMs = 3_600_000

/** Returns the bracket of an age in milliseconds. */
export function bracketOf(ageMs: number): AgeBracket {
  const bracket = ageBrackets.find(({ toHours }) => toHours === null || ageMs < toHours * hourMs)
  return bracket?.id ?? 'from31d'
}

/** Counts open cases by age since they entered their queue. @param now milliseconds */
export const agesOf = (open: readonly Pick<OpenCase, 'enteredAt'>[], now: number) => ({
  ages: countBy(ageBracketIds, open, ({ enteredAt }) => bracketOf(now - enteredAt)),
  open: open.length,
})

/** Returns when the oldest case entered its queue; null without cases. */
export function oldestOf(open: readonly Pick<OpenCase, 'enteredAt'>[]): string | null {
  let oldest = Number.POSITIVE_INFINITY
  for (const { enteredAt } of open) if (enteredAt < oldest) oldest = enteredAt
  return Number.isFinite(oldest) ? new Date(oldest).toISOString() : null
}
