import { linkAnalysisLimits } from '../../../contract/cases/case-definitions.ts'
import type { DecidedCase, LinkAnalysis, LinkAttribute, LinkedCase } from '../../../contract/cases/link-analysis.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { toEventRow } from '../../../kernel/store/events/event-row.ts'
import { loadEventEntities } from '../../review/event-detail.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import type { CaseKey } from '../store/case-store.ts'
import { toCaseRow } from '../work/case-view.ts'
import { countDistinctLinks, countLinks, findLinks, type LinkScope, type StoredLink } from './link-store.ts'
import { findRefusal, loadVisibleCases, type VisibleCase } from './visible-cases.ts'

type Call = EnvironmentCallContext
type WindowInput = CaseKey & { days: number }
const day = 86_400_000

/** @throws NotFoundError for an unknown event */
async function loadOrigin(call: Call, input: WindowInput) {
  const event = await loadEventEntities(call.db, input, request =>
    call.engine.purchaseView(input.environmentId, input.eventType, request),
  )
  if (event === null) throw new NotFoundError('There is no event with this id in this environment.')
  const scope: LinkScope = {
    environmentIds: call.scope,
    since: new Date(call.ports.clock().getTime() - input.days * day),
    eventId: event.eventId,
    eventType: input.eventType,
  }
  return { ...event, scope }
}

/**
 * Returns the values of an event that others can share, with the number of other events that do.
 * @throws NotFoundError for an unknown event
 */
export async function countLinkedEvents(call: Call, input: WindowInput, signal?: AbortSignal) {
  const { entities, scope } = await loadOrigin(call, input)
  const counts = await countLinks(call.db, entities, scope, linkAnalysisLimits.events + 1, signal)
  return entities.map(({ type, value, display }, index) => ({ type, value, display, count: counts[index] ?? 0 }))
}

/** Counts the other events that share any value with an event. @throws NotFoundError for an unknown event */
export async function countAnyLinks(call: Call, input: WindowInput, signal?: AbortSignal): Promise<number> {
  const { entities, scope } = await loadOrigin(call, input)
  return countDistinctLinks(call.db, entities, scope, linkAnalysisLimits.events + 1, signal)
}

/**
 * Returns open cases, decided cases and other events that share values with an event. Cases of queues that the caller
 * does not see are not told from other events.
 * @param rows how many of each kind are returned
 * @throws NotFoundError for an unknown event, ValidationError for a value that the event does not have
 */
export async function analyseLinks(
  call: Call,
  input: WindowInput & { attributes: readonly LinkAttribute[]; match: 'any' | 'all' },
  signal?: AbortSignal,
  rows: number = linkAnalysisLimits.rows,
): Promise<LinkAnalysis> {
  const { entities, scope, externalId } = await loadOrigin(call, input)
  const { attributes, match } = input
  const unknown = attributes.findIndex(
    ({ type, value }) => !entities.some(entity => entity.type === type && entity.value === value),
  )
  if (unknown >= 0) throw new ValidationError(['attributes', unknown], 'The event does not have this value.')
  await advanceCases(call, call.scope)
  const { events } = linkAnalysisLimits
  const [links, counts] = await Promise.all([
    findLinks(call.db, attributes, match, scope, { candidates: events, rows }, signal),
    countLinks(call.db, attributes, scope, events + 1, signal),
  ])
  const cases = await loadVisibleCases(
    call,
    links.flatMap(({ case_id: id }) => id ?? []),
  )
  const origin = { environmentId: input.environmentId, eventType: input.eventType, id: externalId }
  const of = (kind: StoredLink['kind']) => links.filter(link => link.kind === kind)
  const totalOf = (kind: StoredLink['kind']) => of(kind)[0]?.total ?? 0
  const open: LinkedCase[] = []
  const decided: DecidedCase[] = []
  const others = of('others').map(toLinked)
  for (const link of [...of('open'), ...of('decided')]) {
    const visible = cases.get(link.case_id ?? '')
    if (visible === undefined) others.push(toLinked(link))
    else if (link.kind === 'open') open.push({ ...toLinked(link), ...openCase(call, visible, origin) })
    else decided.push({ ...toLinked(link), ...decidedCase(call, visible) })
  }
  const hidden = { open: of('open').length - open.length, decided: of('decided').length - decided.length }
  return {
    open: { total: totalOf('open') - hidden.open, rows: open },
    decided: { total: totalOf('decided') - hidden.decided, rows: decided },
    others: { total: totalOf('others') + hidden.open + hidden.decided, rows: others.toSorted(newestFirst) },
    complete: counts.every(count => count <= events),
  }
}

const toLinked = (link: StoredLink) => ({ row: toEventRow(link), links: link.links })
const newestFirst = (a: { row: { at: string } }, b: { row: { at: string } }): number => b.row.at.localeCompare(a.row.at)

function openCase(call: Call, { found, queue }: VisibleCase, origin: CaseKey): Pick<LinkedCase, 'case' | 'refusal'> {
  return { case: toCaseRow(found, call, () => queue), refusal: findRefusal(call, { found, queue }, origin) }
}

function decidedCase(call: Call, { found, queue }: VisibleCase): Pick<DecidedCase, 'case' | 'outcome'> {
  const { outcome } = found
  return {
    case: toCaseRow(found, call, () => queue),
    outcome: {
      decision: outcome?.decision ?? '',
      caseAction: outcome?.caseAction ?? 'None',
      reason: outcome?.reason ?? '',
      by: outcome?.by ?? null,
      at: outcome?.at ?? found.created_at.toISOString(),
      via: outcome?.via ?? 'Timeout',
    },
  }
}
