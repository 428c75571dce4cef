import type { RuleBody } from '../../../contract/index.ts'
import { type RuleSample, ruleSampleLimits } from '../../../contract/rules/backtests.ts'
import type { RunSample } from '../../../engine/replay/sample-resources.ts'
import type { ActionContext } from '../../../kernel/console-api/action-context.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { countEventsUpTo, loadEnvironmentScope } from '../run/past-events.ts'

const day = 86_400_000

type Sampler = Pick<ActionContext<'sampleResources'>, 'ports' | 'environmentId' | 'engine'> & {
  /** Runs the rule: in a thread of its own, where the service has one. */
  run: RunSample
}
interface SampleRequest {
  eventType: string
  body: RuleBody
  days: number
}

/**
 * Runs a rule that is edited over the latest events of a period: how often each clause matches, and which decides first.
 * Nothing is stored and nothing is sent. Ends early after some time, and when it is cancelled.
 * @throws NotFoundError when there is no such assessment
 * @throws UnavailableError when it ends before the rule is compiled
 */
export async function sampleRule(
  { ports: { db, clock }, environmentId, engine, run }: Sampler,
  { eventType, body, days }: SampleRequest,
  cancelled: AbortSignal,
): Promise<RuleSample> {
  const to = clock()
  const from = new Date(to.getTime() - days * day)
  const slice = { environmentIds: await loadEnvironmentScope(db, environmentId), from, to }
  const available = await countEventsUpTo(db, slice, eventType, ruleSampleLimits.counted)
  const resources = await engine.sampleResources(environmentId, eventType, body)
  if (resources === null) throw new NotFoundError('There is no such assessment.')
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    available,
    ...(await run({ ...slice, eventType, body }, resources, cancelled)),
  }
}
