import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCallRegistry } from '../../../engine/calls/call-registry.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { CallRegistry } from '../../../engine/calls/types.ts'
import { callBody } from '../../../features/external-calls/testing/call-bench.ts'
import { createOutgoingHttp } from '../../node/outgoing-http.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

/** A shop's purchase over the risk API, with a working target and a failing one. */
let api: RiskApiUnderTest
let calls: CallRegistry
let down = false
const target = http.createServer((_request, response) => {
  if (down) response.socket?.destroy()
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"lineAge":400}')
})

beforeAll(async () => {
  await new Promise<void>(resolve => target.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  api = await startRiskApi({
    calls: ports =>
      (calls = createCallRegistry({
        ...ports,
        http: createOutgoingHttp({ privateHosts: true }),
        cipher: createSecretCipher('a key of an installation for tests'),
      })),
  })
  const at = new Date()
  await api.store.db
    .insertInto('external_call')
    .values({
      id: randomUUID(),
      environment_id: api.ids.root,
      name: 'phoneCheck',
      version: 1,
      body: JSON.stringify(callBody(origin, { timeoutMs: 1000 })),
      secrets: '{}',
      created_at: at,
      updated_by: randomUUID(),
      updated_by_name: 'Test',
      updated_at: at,
    })
    .execute()
  await api.addRule(api.ids.root, {
    name: 'New phones',
    description: '',
    condition: '',
    sample: { payload: {}, riskScore: 0 },
    clauses: [
      {
        name: 'age',
        section: 'prior',
        text: 'LET $r = External.phoneCheck(@"user.phoneNumber")\nLET $d = $r.GetDiagnostics()\nOBSERVE Output(why = $d.ErrorMessage)\nRETURN Review(($r.lineAge).AsString()) WHEN $r.lineAge < 30',
      },
    ],
  })
})
afterAll(async () => {
  await api.close()
  await calls.close()
  target.closeAllConnections()
  target.close()
})

const buy = async () => {
  const { status, json } = await api.send(minimalPurchase({ user: { userId: 'u', phoneNumber: '+47900' } }), {
    headers: { 'x-dfp-diagnostics': 'true' },
  })
  expect(status).toBe(200)
  return json.resultDetails as {
    MerchantRuleDecision: string
    MerchantRuleReason: string
    MerchantRuleOutput?: { age: { why: string } }
    Diagnostics: { externalCalls: object[] }
  }
}

test('a decision takes in what an external call says, and says so in its diagnostics', async () => {
  expect(await buy()).toMatchObject({
    MerchantRuleDecision: 'Approve',
    Diagnostics: { externalCalls: [{ name: 'phoneCheck', status: 'Success', httpStatus: 200 }] },
  })
})

test('a call that fails yields its default response and a diagnostic, and the purchase is answered', async () => {
  down = true
  expect(await buy()).toMatchObject({
    MerchantRuleDecision: 'Review',
    MerchantRuleReason: '-1',
    MerchantRuleOutput: { age: { why: 'Communication failure (ECONNRESET)' } },
    Diagnostics: { externalCalls: [{ name: 'phoneCheck', status: 'ResponseFailure', httpStatus: 0 }] },
  })
})
