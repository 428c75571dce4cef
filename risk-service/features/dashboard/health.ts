import {
  allows,
  type CallMetrics,
  type HealthLine,
  type HealthPart,
  type HealthState,
  healthParts,
  maxWaitMinutes,
  minSuccessRate,
} from '../../contract/index.ts'
import { levelIn } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { countLateRuns } from '../backtests/late-runs.ts'
import { countFailedFollowUps } from '../cases/store/follow-up-store.ts'
import { loadPointerNames } from '../external-assessments/pointer-names.ts'
import { loadCallNames } from '../external-calls/call-names.ts'
import { loadCurrentMetrics } from '../outgoing-calls/shared-handlers.ts'

const minute = 60_000

interface Target {
  id: string
  name: string
}

/** Loads the line of a part in an environment; null where the part has nothing to report on. */
type LineLoader = (context: EnvironmentCallContext, environmentId: string) => Promise<HealthLine | null>

const loaders: Record<HealthPart, LineLoader> = {
  async externalCalls(context, environmentId) {
    const calls = await loadCallNames(context.db, environmentId)
    const figures = await outgoingHealth(context, environmentId, calls)
    const suspended = calls.filter(({ id }) => context.calls.suspendedUntil(id) !== null).length
    return { part: 'externalCalls', ...figures, suspended, state: suspended > 0 ? 'failing' : figures.state }
  },
  async externalAssessments(context, environmentId) {
    const assessments = await loadPointerNames(context.db, environmentId)
    return {
      part: 'externalAssessments',
      ...(await outgoingHealth(context, environmentId, assessments)),
      suspended: 0,
    }
  },
  velocities: ({ engine }) => {
    const figures = engine.velocities.figures()
    if (figures === null) return Promise.resolve(null)
    const { recentFailures: failed } = figures
    return Promise.resolve({ part: 'velocities', state: failed > 0 ? 'degraded' : 'healthy', failed })
  },
  async followUps({ db, scope }) {
    const failed = await countFailedFollowUps(db, scope)
    return { part: 'followUps', state: failed > 0 ? 'degraded' : 'healthy', failed }
  },
  async jobs({ db, ports }, environmentId) {
    const before = new Date(ports.clock().getTime() - maxWaitMinutes * minute)
    const waiting = await countLateRuns(db, environmentId, before)
    return { part: 'jobs', state: waiting > 0 ? 'degraded' : 'healthy', waiting }
  },
}

/** Loads the lines of the parts whose page the caller may open, in their order. */
export async function loadHealth(context: EnvironmentCallContext, environmentId: string): Promise<HealthLine[]> {
  const { principal, tree } = context
  const open = (Object.keys(healthParts) as HealthPart[]).filter(part =>
    allows(levelIn(principal, environmentId, healthParts[part], tree), 'read'),
  )
  const lines = await Promise.all(open.map(part => loaders[part](context, environmentId)))
  return lines.filter(line => line !== null)
}

async function outgoingHealth(context: EnvironmentCallContext, environmentId: string, targets: readonly Target[]) {
  const figuresOf = await loadCurrentMetrics(context, environmentId, '24h')
  const worst = worstOf(targets.map(({ id, name }) => ({ name, figures: figuresOf(id) })))
  const state: HealthState = worst !== null && worst.successRate < minSuccessRate ? 'degraded' : 'healthy'
  return { state, worst }
}

/**
 * Returns the call with the lowest share of successes, of those that were made; of equal ones that with more requests,
 * then the first by name.
 */
export function worstOf(
  calls: readonly { name: string; figures: Pick<CallMetrics, 'requests' | 'successRate'> }[],
): { name: string; requests: number; successRate: number } | null {
  const made = calls.flatMap(({ name, figures: { requests, successRate } }) =>
    successRate === null ? [] : [{ name, requests, successRate }],
  )
  const [worst = null] = made.toSorted(
    (a, b) => a.successRate - b.successRate || b.requests - a.requests || (a.name < b.name ? -1 : 1),
  )
  return worst
}
