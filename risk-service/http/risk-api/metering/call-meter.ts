import { refusedExperience } from '../../../contract/integration/api-management-definitions.ts'
import type { LatencyEvents } from '../../../features/event-tracing/monitoring/latency-events.ts'
import { type BrownOutGate, createBrownOutGate } from '../../../kernel/identity/credentials/brown-out-gate.ts'
import type { CredentialCalls } from '../../../kernel/identity/credentials/credential-calls.ts'
import type { ApiCaller, Ports, TokenBearer } from '../../../ports/index.ts'
import { type RiskApiResponse, rehearsed } from '../wire/answers.ts'
import { createCallLog } from './call-log.ts'
import { createClientVersions } from './client-versions.ts'
import { createErrorCounts } from './error-counts.ts'
import { createErrorLog } from './error-log.ts'
import type { UnitLog } from './unit-log.ts'

interface MeteredCall {
  caller: ApiCaller | null
  /** Whose token it is, also where the token is refused; null: the token proves nobody. */
  bearer: TokenBearer | null
  environmentId: string | null
  /** Whether it is a call of a merchant; environments are provisioned by operators. */
  counted: boolean
  apiName: string
  experience: string
  isTest: boolean
  answer: RiskApiResponse
  correlationId: string
  latencyMs: number
  userAgent: string | null
  address: string | null
}

interface MeterDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  credentialCalls?: CredentialCalls | undefined
  brownOuts?: BrownOutGate | undefined
  /** Receives each counted call with its latency; absent: nobody does. */
  latencies?: Pick<LatencyEvents, 'add'> | undefined
  /** Counts the calls that use up an entitlement; absent: nobody does. */
  units?: Pick<UnitLog, 'add'> | undefined
}

/** Counts each call of the risk API after its answer, by caller, API and credential, and refuses those of a rehearsal. */
export function createCallMeter(deps: MeterDeps): {
  /** Returns the answer to a call that a brown-out refuses. */
  rehearse: (caller: ApiCaller) => RiskApiResponse | null
  record: (call: MeteredCall) => void
} {
  const { clock, credentialCalls, brownOuts = createBrownOutGate(), latencies, units } = deps
  const errors = createErrorLog(deps)
  const calls = createCallLog(deps)
  const refused = createErrorCounts(deps)
  const versionOf = createClientVersions()
  return {
    rehearse({ credential }) {
      const brownOut = credential?.brownOut ?? null
      return brownOut !== null && brownOuts.refuses(brownOut, 'call', clock()) ? rehearsed(brownOut.endsAt) : null
    },
    record({ caller, bearer, environmentId, apiName, experience, answer, correlationId, latencyMs, ...more }) {
      const { status, logged, refusedField } = answer
      // Anybody can send a call without a valid token: those are not stored.
      if (bearer === null) return
      if (caller !== null) {
        const brownOut = caller.credential?.brownOut ?? null
        // When the call began: that is when it could have been refused.
        const isActive = brownOut !== null && brownOut.endsAt.getTime() > clock().getTime() - latencyMs
        credentialCalls?.add({
          clientId: caller.clientId,
          credentialId: caller.credential?.id ?? null,
          kind: 'call',
          address: more.address,
          brownOutId: isActive ? brownOut.id : null,
          refused: answer.rehearsal === true,
        })
        if (logged !== null)
          errors.add({ tenantId: caller.tenantId, environmentId, apiName, status, message: logged, correlationId })
      }
      if (!more.counted) return
      const { tenantId, clientId } = bearer
      const clientVersion = versionOf(clientId, more.userAgent, clock())
      const place = { environmentId, tenantId, clientId, clientVersion, apiName, status }
      const isCounted = environmentId !== null && answer.rehearsal !== true
      if (isCounted) units?.add({ environmentId, apiName, experience, status })
      calls.add({ ...place, experience: isCounted ? experience : refusedExperience, latencyMs })
      if (answer.rehearsal !== true)
        latencies?.add({
          environmentId,
          tenantId,
          clientId,
          apiName,
          experience,
          isTest: more.isTest,
          status,
          latencyMs,
        })
      if (logged !== null) refused.add({ ...place, fault: refusedField ?? null, message: logged, correlationId })
    },
  }
}
