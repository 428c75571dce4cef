import {
  type ApiState,
  type Decision,
  type GradedEventType,
  healthyShare,
  type IntegrationOverview,
  type ListenedEvent,
} from '../../contract/index.ts'
import { canSee } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ancestorsOf, environmentChain } from '../../kernel/environments/environment-tree.ts'
import { readRuleReads } from '../ontology/ontologies.ts'
import { gradeEvent } from './grade-event.ts'
import { type ApiFigures, countApplications, readApis, readLatestEvent, readRecentCalls } from './store.ts'

export type IntegrationCall = EnvironmentCallContext & { environmentId: string }

const recentCount = 10

/** Returns what a merchant needs to call an environment, and how far the integration of its APIs is. */
export async function readOverview(call: IntegrationCall): Promise<IntegrationOverview> {
  const { db, tree, principal, origin, environmentId, ports } = call
  const now = ports.clock()
  const [applications, apis, recent] = await Promise.all([
    countApplications(db, environmentChain(call)),
    readApis(db, environmentId, now),
    readRecentCalls(db, environmentId, now, recentCount),
  ])
  const node = tree.get(environmentId)
  const counterpartId = node?.counterpartId ?? null
  return {
    apiEndpoint: origin,
    tenantId: principal.tenantId,
    environmentId,
    kind: node?.kind ?? 'production',
    apiPath: apiPathOf(call),
    counterpartId: counterpartId !== null && canSee(principal, counterpartId, tree) ? counterpartId : null,
    applications,
    apis: apis.map(each => ({ apiName: each.apiName, state: stateOf(each) })),
    recent: recent.map(({ minute, ...rest }) => ({ minute: minute.toISOString(), ...rest })),
  }
}

/** Returns how far the integration of an API is, of which a call has succeeded. */
export function stateOf({ calls, failed }: ApiFigures): ApiState {
  return calls > 0 && (calls - failed) / calls >= healthyShare ? 'healthy' : 'received'
}

/** Returns the customer API ids from the root to an environment; null: one has none. */
export function apiPathOf({ tree, environmentId }: Pick<IntegrationCall, 'tree' | 'environmentId'>): string | null {
  const ids = [...ancestorsOf(tree, environmentId), tree.get(environmentId)].map(node => node?.apiId ?? null)
  return ids.includes(null) ? null : `/${ids.join('/')}`
}

/** Returns the latest event of a type, with its grade by the rules that decide events of the environment. */
export async function listen(call: IntegrationCall, eventType: GradedEventType): Promise<ListenedEvent> {
  const latest = await readLatestEvent(call.db, call.environmentId, eventType, call.ports.clock())
  if (latest === undefined) return { event: null, grade: null }
  const { id, at, decision, sent } = latest
  return {
    event: { id, at: at.toISOString(), decision: decision as Decision },
    grade: gradeEvent(sent, await readRuleReads(call, eventType)),
  }
}
