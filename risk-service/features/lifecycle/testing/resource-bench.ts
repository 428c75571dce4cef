import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Rule } from '../../../contract/index.ts'
import { createEngine, type Engine } from '../../../engine/index.ts'
import { createListRegistry } from '../../../engine/lists/list-registry.ts'
import { openVelocityStore } from '../../../engine/velocities/index.ts'
import { createConsoleApi } from '../../../http/console-api/console-api.ts'
import {
  type ConsoleBench,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'
import { binaryArray } from '../../../kernel/store/connection/binary/binary-arrays.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'

export interface ResourceBench {
  bench: ConsoleBench
  engine: Engine
  /** Makes a REST call below `/environments`; returns the status and the JSON of the answer. */
  call: <T = { code?: string; details?: { reason?: string; dependents?: { resource: string; name: string }[] } }>(
    method: string,
    path: string,
    body?: object,
    as?: string,
  ) => Promise<{ status: number; json: T }>
  /** Makes a call that has to succeed; returns the JSON of the answer. */
  request: <T>(method: string, path: string, body?: object, as?: string) => Promise<T>
  publishRule: (
    name: string,
    clauses: Record<string, string>,
    options?: {
      environment?: string
      type?: 'decision' | 'postDecision' | 'routing'
      condition?: string
      eventType?: string
    },
  ) => Promise<Rule>
  /** Returns decision and reason of a purchase. */
  decide: (purchase: object, environmentId?: string) => Promise<string>
  /** Sets the current time. */
  at: (time: Date) => void
  close: () => Promise<void>
}

/**
 * Opens the console API over a real store with the real engine: resources that are published there decide purchases.
 */
export async function openResourceBench(): Promise<ResourceBench> {
  const bench = await openConsoleBench()
  let now = new Date('2025-11-20T12:00:00Z')
  const ports = { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const lists = createListRegistry(ports)
  const writer = await createEventWriter({ connect: bench.store.writer, log: silentLog })
  const velocities = await openVelocityStore(ports, { foldIntervalMs: 1_000_000, encode: binaryArray, timeoutMs: 5000 })
  const engine = await createEngine({ ...ports, writer, countryOf: () => null, lists, velocities })
  const app = createConsoleApi({
    ports,
    engine,
    lists,
    version: '0.0.0',
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  const call: ResourceBench['call'] = async <T>(method: string, path: string, body?: object, as = 'engineer') => {
    const response = await app.request(`/api/console/v1/environments/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    return { status: response.status, json: (await response.json()) as T }
  }
  const request: ResourceBench['request'] = async <T>(method: string, path: string, body?: object, as?: string) => {
    const { status, json } = await call<T>(method, path, body, as)
    expect(status, JSON.stringify(json)).toBeLessThan(300)
    return json
  }
  return {
    bench,
    engine,
    call,
    request,
    async publishRule(
      name,
      clauses,
      { environment = places.root, type = 'decision', condition = '', eventType = 'purchase' } = {},
    ) {
      const body = ruleBody(name, {
        condition,
        clauses: Object.entries(clauses).map(([clause, text]) => ({ name: clause, section: 'prior', text })),
      })
      const routing = type === 'routing'
      const created = await request<Rule>(
        'POST',
        routing ? `${environment}/routing-rules` : `${environment}/rules/${eventType}`,
        { body, ...(routing ? { eventType } : { type }) },
      )
      return request<Rule>('POST', `${environment}/${routing ? 'routing-rules' : 'rules'}/${created.id}/publish`, {
        status: 'active',
        baseVersion: 0,
      })
    },
    async decide(purchase, environmentId = places.root) {
      const result = await engine.decide({
        environmentId,
        eventType: 'purchase',
        correlationId: null,
        receivedAt: now,
        backfill: false,
        diagnostics: false,
        body: {
          purchaseId: randomUUID(),
          assessmentType: 'Protect',
          merchantLocalDate: now.toISOString(),
          totalAmount: 10,
          currency: 'EUR',
          salesTax: 0,
          _metadata: { trackingId: randomUUID(), merchantTimeStamp: now.toISOString() },
          ...purchase,
        },
      })
      if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
      const { resultDetails } = JSON.parse(result.answer) as {
        resultDetails: { MerchantRuleDecision: string; MerchantRuleReason?: string }
      }
      return `${resultDetails.MerchantRuleDecision} ${resultDetails.MerchantRuleReason ?? ''}`
    },
    at: time => {
      now = time
    },
    async close() {
      await engine.close()
      await bench.close()
    },
  }
}
