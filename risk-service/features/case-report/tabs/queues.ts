import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import type { ReportQueues } from '../../../contract/cases/report/report-tabs.ts'
import { isByPerson } from '../figures/decision.ts'
import { flowOf, type Movement, routingShareOf } from '../figures/flow.ts'
import { type DayRange, dayNumberOf, isWithin } from '../figures/periods.ts'
import {
  customerResolutionOf,
  handlingOf,
  lockTimeOf,
  type OpenCase,
  resolutionOf,
  slaOf,
  waitingOf,
} from '../figures/times.ts'
import { accuracyOf } from '../figures/truth.ts'
import { readOpenCases } from '../reads/decision-reads.ts'
import { readMovements } from '../reads/movement-reads.ts'
import { queueOf, readQueues } from '../reads/queue-reads.ts'
import { equals, linksOf } from '../scope/links.ts'
import { frameOf, openReport, type ReportCall, type ReportScope, startOf } from '../scope/report-scope.ts'
import { assessmentsOf, type RangeFacts, readBoth } from './range-facts.ts'

/** Fields of decisions of this tab. */
const decisionFields = ['queueId', 'eventAt', 'enteredAt', 'firstLockedAt', 'slaResolutionAt'] as const
type Facts = RangeFacts<(typeof decisionFields)[number]>

/** Returns flow, times and quality of each queue. */
export async function loadQueues(call: ReportCall, input: ReportInput, signal?: AbortSignal): Promise<ReportQueues> {
  const scope = await openReport(call, input)
  const { filter, range, before, now } = scope
  const [movements, open, [current, previous]] = await Promise.all([
    // The share of a queue depends on all of them.
    readMovements(call.db, { ...filter, queueIds: null }, before ?? range, signal),
    readOpenCases(call.db, filter, signal),
    readBoth(call, scope, decisionFields, signal),
  ])
  const queues = await readQueues(
    call,
    scope,
    movements.map(({ queueId }) => queueId),
  )
  const shown = new Set(queues.map(({ id }) => id))
  const links = linksOf(scope, input.environmentId, assessmentsOf(current.decisions))
  const byQueue = splitByQueue({ movements, open, current, previous })
  const figures = (part: Part, facts: Facts | null, of: DayRange | null) =>
    facts === null || of === null ? null : figuresOf(scope, of, { ...part, facts }, movements)
  const whole: Part = { movements: movements.filter(({ queueId }) => shown.has(queueId)), open }
  return {
    ...frameOf(scope),
    rows: queues.map(queue => {
      const { part, facts, earlier } = byQueue(queue.id)
      const found = figuresOf(scope, range, { ...part, facts }, movements)
      const place = { environmentId: queue.environmentId }
      return {
        queue: queueOf(queue),
        ...found,
        shareFlagged: queue.kind === 'System' && (found.routingShare ?? 0) > reportLimits.generalShare,
        previous: figures(part, earlier, before),
        periods: scope.periods.map(period => ({
          start: startOf(period),
          ...flowOf(part.movements, period, part.open.length, dayNumberOf(now)),
        })),
        link: queue.deleted ? null : links.decided([equals('queueName', queue.name)], place),
        openLink: queue.deleted ? null : links.open([equals('queueName', queue.name)], place),
      }
    }),
    total: figuresOf(scope, range, { ...whole, facts: current }, movements),
    previousTotal: figures(whole, previous, before),
  }
}

interface Part {
  movements: readonly Movement[]
  open: readonly OpenCase[]
}

/** Sorts everything that was read by queue, once for all of them. */
function splitByQueue({ movements, open, current, previous }: Part & { current: Facts; previous: Facts | null }) {
  const movementsOf = Map.groupBy(movements, each => each.queueId)
  const openOf = Map.groupBy(open, each => each.queueId)
  const split = (facts: Facts) => {
    const decisions = Map.groupBy(facts.decisions, each => each.queueId)
    const reviews = Map.groupBy(facts.reviews, each => each.queueId)
    return (id: string): Facts => ({
      decisions: decisions.get(id) ?? [],
      reviews: reviews.get(id) ?? [],
      times: facts.times,
    })
  }
  const factsOf = split(current)
  const earlierOf = previous === null ? null : split(previous)
  return (id: string) => ({
    part: { movements: movementsOf.get(id) ?? [], open: openOf.get(id) ?? [] },
    facts: factsOf(id),
    earlier: earlierOf?.(id) ?? null,
  })
}

function figuresOf(
  { now }: ReportScope,
  range: DayRange,
  { movements, open, facts }: Part & { facts: Facts },
  all: readonly Movement[],
): ReportQueues['total'] {
  const { decisions, reviews, times } = facts
  const people = decisions.filter(isByPerson)
  return {
    flow: flowOf(movements, range, open.length, dayNumberOf(now)),
    routingShare: routingShareOf(movements, all, range),
    waiting: waitingOf(decisions),
    resolution: resolutionOf(decisions),
    customerResolution: customerResolutionOf(decisions),
    handling: handlingOf(decisions, times),
    lockTime: lockTimeOf(
      reviews.filter(({ endedAt }) => isWithin(range, endedAt)),
      people.length,
    ),
    sla: slaOf(decisions, open, range, now),
    accuracy: accuracyOf(people),
    timeoutAccuracy: accuracyOf(decisions.filter(({ via }) => via === 'Timeout')),
  }
}
