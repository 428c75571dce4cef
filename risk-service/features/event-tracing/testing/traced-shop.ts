import { randomUUID } from 'node:crypto'
import { placeCalls } from '../../../http/risk-api/metering/call-places.ts'
import { createRiskApi } from '../../../http/risk-api/risk-api.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { ApiCaller, OutgoingAnswer } from '../../../ports/index.ts'
import { createAssessment } from '../../assessments/create-assessment.ts'
import { caseIds } from '../../cases/testing/case-bench.ts'
import { createExternalCallEvents, type ExternalCallEvents } from '../monitoring/external-call-events.ts'
import { createLatencyEvents } from '../monitoring/latency-events.ts'
import { answered, openTracingBench } from './tracing-bench.ts'

/** Address of the target of external calls. */
export const targetUrl = 'https://phones.example/v1/check'

/**
 * A shop whose calls of the risk API, external calls and changes in the console are traced: nothing is written past the
 * interfaces.
 */
export async function openTracedShop() {
  let callEvents: ExternalCallEvents | null = null
  const tracing = await openTracingBench({ onTrace: call => callEvents?.add(call) })
  const { db, bench } = tracing
  const ports = { db, clock: bench.now, newId, log: silentLog }
  callEvents = createExternalCallEvents(ports)
  const latencies = createLatencyEvents(ports, placeCalls)
  const caller: ApiCaller = {
    tenantId: caseIds.tenant,
    clientId: 'shop',
    principalId: randomUUID(),
    homeEnvironmentId: caseIds.root,
    audienceKind: 'production',
    roles: ['Risk_API'],
  }
  const app = createRiskApi({
    ...ports,
    engine: bench.engine,
    verifier: { application: () => Promise.resolve(caller) },
    rateLimit: { perSecond: 1e6, burst: 1e6 },
    latencies,
  })
  const calls = callEvents
  let target: () => OutgoingAnswer = () => answered(200, '{"age":3}')
  const answerAll = () => tracing.answerWith(({ url }) => (url.startsWith(targetUrl) ? target() : answered(204)))
  return {
    ...tracing,
    latencies,
    /** Empties everything, with what is in memory. */
    async reset(): Promise<void> {
      await calls.flush()
      await latencies.flush(true)
      await tracing.reset()
      await db.deleteFrom('external_call').execute()
      target = () => answered(200, '{"age":3}')
      answerAll()
    },
    /** Has the target of external calls answer so. */
    targetAnswers: (answer: () => OutgoingAnswer) => {
      target = answer
    },
    /** Sends an event to the risk API. */
    async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
      const answer = await app.request(path, {
        method: 'POST',
        headers: { authorization: 'Bearer shop', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      if (answer.status >= 500) throw new Error(await answer.text())
      return answer.status
    },
    /** Changes something in the console, and returns the answer. */
    async change<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
      const { status, json } = await bench.call<T>('Adi', method, `${caseIds.root}/${path}`, body)
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
      return json
    },
    /** Creates the external call `phones`, and returns its id. */
    async createCall(more: object = {}): Promise<string> {
      const callId = randomUUID()
      await this.change('POST', 'external-calls', {
        callId,
        body: {
          name: 'phones',
          description: '',
          parameters: [{ name: 'number', sample: '1' }],
          configurations: [],
          method: 'POST',
          url: targetUrl,
          headers: [],
          requestBody: '{"number":"{parameter.number}"}',
          authentication: { method: 'anonymous' },
          keepAliveUrl: null,
          sampleResponse: { age: 1 },
          timeoutMs: 1000,
          defaultResponse: { age: 0 },
          ...more,
        },
      })
      return callId
    },
    /** Publishes a rule by its author, and returns its id. */
    async publishRule(name: string, text: string, eventType = 'purchase'): Promise<string> {
      const ruleId = randomUUID()
      const body = {
        name,
        description: '',
        condition: '',
        clauses: [{ name: 'First', section: 'prior', text }],
        sample: { payload: {}, riskScore: 0, botScore: 0 },
      }
      const { id } = await this.change<{ id: string }>('POST', `rules/${eventType}`, { ruleId, body })
      await this.change('POST', `rules/${id}/publish`, { status: 'active', baseVersion: 0 })
      return id
    },
    /** Adds an assessment of the tenant with observations and labels. */
    async addAssessment(apiName: string, friendlyName: string): Promise<void> {
      await createAssessment(db, {
        id: randomUUID(),
        environmentId: caseIds.root,
        kind: 'wizard',
        template: 'CardPayment',
        apiName,
        friendlyName,
        hasLabel: true,
        observations: [{ apiName: 'Bank', template: 'Bank' }],
        sample: {},
        author: { id: randomUUID(), name: 'Test' },
      })
      await bench.engine.reloadRules()
    },
    /** Writes what is in memory, and delivers what is due. */
    async deliverAll(): Promise<void> {
      await calls.flush()
      await latencies.flush()
      await tracing.deliver()
    },
  }
}
export type TracedShop = Awaited<ReturnType<typeof openTracedShop>>
