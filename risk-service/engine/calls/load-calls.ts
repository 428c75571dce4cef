import type { ExternalAssessmentBody } from '../../contract/external-calls/external-assessment-inputs.ts'
import type { ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import type { ExternalAssessmentInfo, ExternalCallInfo } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { Authenticator, Secrets } from './authentication.ts'
import type { StoredCallDefinition } from './call-definition.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'

/** A definition with its state, which lasts as long as its version. */
export interface LoadedCall {
  row: StoredCallDefinition
  body: ExternalCallBody
  info: ExternalCallInfo
  breaker: CircuitBreaker
  authenticator: Authenticator
  secrets: () => Promise<Secrets>
  /** Times of the last call of an event and of the last keep-alive. */
  last: { real: number; keepAlive: number }
}
interface LoadedAssessment {
  environmentId: string
  body: ExternalAssessmentBody
  info: ExternalAssessmentInfo
}
/** The names that rules of an environment can use; `signature` changes with them. */
interface CallInfos {
  externalCalls: Map<string, ExternalCallInfo>
  externalAssessments: Map<string, ExternalAssessmentInfo>
  signature: string
}
export interface LoadedCalls {
  /** By id. */
  calls: ReadonlyMap<string, LoadedCall>
  assessments: ReadonlyMap<string, LoadedAssessment>
  /** By environment. */
  infos: ReadonlyMap<string, CallInfos>
}

const noInfos = (): CallInfos => ({ externalCalls: new Map(), externalAssessments: new Map(), signature: '' })
export const emptyCallInfos: CallInfos = noInfos()

/**
 * Reads the definitions of all environments. `prepare` compiles one, or returns the existing one of the same version.
 */
export async function loadCalls(
  { db, log }: Pick<Ports, 'db' | 'log'>,
  prepare: (row: StoredCallDefinition) => LoadedCall,
): Promise<LoadedCalls> {
  const [callRows, assessmentRows, targets] = await Promise.all([
    db
      .selectFrom('external_call')
      .select(['id', 'environment_id', 'name', 'version', 'body', 'secrets'])
      .orderBy('name')
      .execute(),
    db
      .selectFrom('external_assessment')
      .select(['id', 'environment_id', 'name', 'version', 'body'])
      .orderBy('name')
      .execute(),
    db.selectFrom('assessment').select(['environment_id', 'api_name', 'settings']).execute(),
  ])
  const samples = new Map(
    targets.map(({ environment_id, api_name, settings }) => [
      `${environment_id} ${api_name}`,
      (settings as { sampleResponse?: unknown } | null)?.sampleResponse,
    ]),
  )
  const calls = new Map<string, LoadedCall>()
  const assessments = new Map<string, LoadedAssessment>()
  const infos = new Map<string, CallInfos>()
  const infosOf = (environmentId: string): CallInfos => {
    const found = infos.get(environmentId) ?? noInfos()
    infos.set(environmentId, found)
    return found
  }
  for (const row of callRows) {
    try {
      const call = prepare(row)
      calls.set(row.id, call)
      infosOf(row.environment_id).externalCalls.set(row.name.toLowerCase(), call.info)
    } catch {
      // A definition that another version of the product wrote must not stop the others.
      log.write(3, 'external-calls.not-read', { callId: row.id })
    }
  }
  for (const row of assessmentRows) {
    const body = row.body as ExternalAssessmentBody
    const sample = samples.get(`${body.target.environmentId} ${body.target.eventType}`)
    const info: ExternalAssessmentInfo = { id: row.id, name: row.name, ...(sample === undefined ? {} : { sample }) }
    assessments.set(row.id, { environmentId: row.environment_id, body, info })
    infosOf(row.environment_id).externalAssessments.set(row.name.toLowerCase(), info)
  }
  for (const each of infos.values()) {
    each.signature = JSON.stringify([
      [...each.externalCalls.values()].map(({ id, name, parameters }) => [id, name, parameters]),
      [...each.externalAssessments.values()].map(({ id, name }) => [id, name]),
    ])
  }
  return { calls, assessments, infos }
}
