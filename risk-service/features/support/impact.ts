import type { Decision, EntityType } from '../../contract/index.ts'
import type { SupportListId } from '../../contract/lists/list-definitions.ts'
import type { SupportStatus } from '../../contract/lists/support-lists.ts'
import type { ImpactOutcome, SupportImpact } from '../../contract/support/support.ts'
import { supportLimits } from '../../contract/support/support-definitions.ts'
import { normaliseEntityValue, normaliseIp } from '../../engine/enrich/enrich-purchase.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { loadStoredDecisions } from '../review/stored-decisions.ts'
import { type ImpactEvent, impactEvents } from './impact-store.ts'
import type { SupportReader } from './reader.ts'

const day = 86_400_000
const entityTypes: Record<SupportListId, EntityType> = {
  email: 'email',
  payment: 'payment',
  ip: 'ip',
  user: 'user',
  device: 'device',
}

export interface ImpactInput {
  list: SupportListId
  value: string
  status: SupportStatus | null
  /** Length of the time before now whose purchases are replayed. */
  days: number
}

/**
 * Computes what a list status would have done to the purchases with the value in as many days before now as the entry
 * is to last. Each purchase is decided again with the rules and the recorded inputs of its time, and with the status in
 * place of the recorded one. Purchases that cannot be decided again (a rule was removed for good, an input was not
 * recorded) are counted in `events` only.
 * The environments below count as well, because they run the rules that read its lists.
 */
export async function computeImpact(
  { db, environmentId, scope, now, signal }: SupportReader,
  engine: Pick<RuleEngine, 'replayListStatus'>,
  { list, value, status, days }: ImpactInput,
): Promise<SupportImpact> {
  const from = new Date(now.getTime() - days * day)
  const compared = list === 'ip' ? (normaliseIp(value) ?? value) : normaliseEntityValue(value)
  const { events, total } = await impactEvents(
    db,
    scope,
    { type: entityTypes[list], value: compared },
    from,
    supportLimits.replayed,
    signal,
  )
  const stored = await loadStoredDecisions(db, events)
  const replayable = events.flatMap(event => {
    const decision = stored.get(event.event_id)
    return decision === undefined ? [] : [{ event, decision }]
  })
  const results = await engine.replayListStatus(
    replayable.map(({ decision }) => decision),
    { environmentId, list, value, status },
  )
  const replayed = replayable.flatMap(({ event, decision: { decision: before } }, index) => {
    const result = results[index] ?? null
    return result === null ? [] : [{ event, before, after: result.decision, read: result.read }]
  })
  const changedTo = (decision: Decision) =>
    countOutcome(replayed.filter(each => each.after === decision && each.before !== decision).map(each => each.event))
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    events: total,
    replayed: replayed.length,
    read: replayed.filter(({ read }) => read).length,
    passed: changedTo('Approve'),
    stopped: changedTo('Reject'),
    reviewed: changedTo('Review'),
  }
}

function countOutcome(events: readonly ImpactEvent[]): ImpactOutcome {
  const isBad = (event: ImpactEvent) => event.charged_back || event.label === 'Fraud'
  return {
    events: events.length,
    chargedBack: events.filter(event => event.charged_back).length,
    bad: events.filter(isBad).length,
    good: events.filter(event => !isBad(event)).length,
    amountUsd: events.reduce((sum, { amount_usd: amount }) => sum + Number(amount ?? 0), 0),
  }
}
