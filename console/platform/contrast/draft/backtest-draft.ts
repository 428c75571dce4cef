import { graphLimits } from '@assay/risk-service/contract'
import { client } from '../../api/client.ts'

const day = 86_400_000

/**
 * Starts a back-test of the caller's draft of a rule over the newest 90 days.
 * @returns whether it started: the draft is there in any case
 */
export function backtestDraft(rule: { environmentId: string; eventType: string; ruleId: string }): Promise<boolean> {
  const { environmentId, eventType, ruleId } = rule
  const now = Date.now()
  const started = client.backtests.start({
    environmentId,
    backtestId: crypto.randomUUID(),
    eventType,
    subject: { kind: 'draft', ruleId },
    from: new Date(now - graphLimits.defaultDays * day).toISOString(),
    to: new Date(now).toISOString(),
  })
  return started.then(
    () => true,
    () => false,
  )
}
