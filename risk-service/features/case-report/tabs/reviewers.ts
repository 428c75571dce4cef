import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import type { ReportReviewers } from '../../../contract/cases/report/report-tabs.ts'
import { isByPerson } from '../figures/decision.ts'
import { reviewerFigures } from '../figures/people.ts'
import { type DayRange, isWithin } from '../figures/periods.ts'
import type { SecondLook } from '../figures/second-looks.ts'
import { readNames, readQueues } from '../reads/queue-reads.ts'
import { readSecondLooks } from '../reads/second-look-reads.ts'
import { equals, linksOf } from '../scope/links.ts'
import { frameOf, openReport, type ReportCall } from '../scope/report-scope.ts'
import { assessmentsOf, type RangeFacts, readBoth } from './range-facts.ts'

/** Fields of decisions of this tab. */
const decisionFields = ['reason', 'reviewerId', 'reviewerName'] as const
type Facts = RangeFacts<(typeof decisionFields)[number]>

/** Returns the figures of each reviewer: everybody who did something, and whoever is assigned to a queue of the report. */
export async function loadReviewerRows(
  call: ReportCall,
  input: ReportInput,
  signal?: AbortSignal,
): Promise<ReportReviewers> {
  const scope = await openReport(call, input)
  const { filter, range, before } = scope
  const [[current, previous], looks, earlierLooks, queues] = await Promise.all([
    readBoth(call, scope, decisionFields, signal),
    readSecondLooks(call.db, filter, range, signal),
    before === null ? [] : readSecondLooks(call.db, filter, before, signal),
    readQueues(call, scope, []),
  ])
  const figures = figuresByPerson(current, looks, range)
  const earlier = previous === null || before === null ? null : figuresByPerson(previous, earlierLooks, before)
  const assigned = queues.flatMap(({ assignedUsers }) => [...assignedUsers])
  const ids = new Set([...figures.ids, ...(filter.reviewerIds ?? assigned)])
  const chosen = [...ids].filter(id => filter.reviewerIds?.includes(id) ?? true)
  const names = await readNames(call.db, call.principal.tenantId, chosen)
  const links = linksOf(scope, input.environmentId, assessmentsOf(current.decisions))
  return {
    ...frameOf(scope),
    rows: chosen
      .flatMap(id => {
        // Somebody who left the tenant still has the name of the history.
        const name = names.get(id) ?? figures.names.get(id)
        if (name === undefined) return []
        const link = links.decided([equals('agentName', name)])
        return [{ reviewer: { id, name }, ...figures.of(id), previous: earlier?.of(id) ?? null, link }]
      })
      .sort((one, other) => other.decisions - one.decisions || one.reviewer.name.localeCompare(other.reviewer.name)),
  }
}

/** Sorts what happened in a range by person. */
function figuresByPerson({ decisions, reviews, times }: Facts, looks: readonly SecondLook[], range: DayRange) {
  const people = decisions.filter(isByPerson)
  const ended = reviews.filter(({ endedAt }) => isWithin(range, endedAt))
  const decided = Map.groupBy(people, each => each.reviewerId)
  const reviewed = Map.groupBy(ended, each => each.reviewerId)
  const byFirst = Map.groupBy(looks, each => each.firstId)
  const bySecond = Map.groupBy(looks, each => each.secondId)
  const names = new Map<string, string>()
  const name = (id: string | null, text: string | null): void => {
    if (id !== null && text !== null) names.set(id, text)
  }
  for (const { reviewerId, reviewerName } of [...ended, ...people]) name(reviewerId, reviewerName)
  for (const { secondId, secondName } of looks) name(secondId, secondName)
  return {
    names,
    ids: names.keys(),
    of: (id: string) =>
      reviewerFigures(
        {
          decisions: decided.get(id) ?? [],
          reviews: reviewed.get(id) ?? [],
          looked: byFirst.get(id) ?? [],
          secondLooks: bySecond.get(id) ?? [],
        },
        times,
      ),
  }
}
