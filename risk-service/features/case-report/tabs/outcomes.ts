import { outcomeGroups } from '../../../contract/cases/report/report-definitions.ts'
import type { ReportOverview } from '../../../contract/cases/report/report-tabs.ts'
import { accuracyOf, groupOf, type JudgedDecision } from '../figures/truth.ts'
import { oneOf, type ReportLinks } from '../scope/links.ts'

/** Returns what became of decisions, by what was decided. */
export function outcomesOf(
  judged: readonly JudgedDecision<'caseAction' | 'via' | 'decision'>[],
  links: ReportLinks,
): ReportOverview['outcomes'] {
  const groups = Map.groupBy(judged, groupOf)
  return outcomeGroups.map(group => {
    const rows = groups.get(group) ?? []
    const { approved, rejected, missedFraudRate, falseRejectRate } = accuracyOf(rows)
    const approves = group === 'approved' || group === 'timedOutApproved'
    const decisions = [...new Set(rows.map(({ decision }) => decision))]
    const origins = [...new Set(rows.map(({ via }) => via))]
    return {
      group,
      ...(approves ? approved : rejected),
      errorRate: approves ? missedFraudRate : falseRejectRate,
      link: links.decided([...oneOf('reviewDecision', decisions), ...oneOf('decidedVia', origins)]),
    }
  })
}
