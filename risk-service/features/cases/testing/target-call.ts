import { randomUUID } from 'node:crypto'
import { type CaseBench, caseIds } from './case-bench.ts'

/** Adds the external call `notify`, with the customer as its parameter, to the root environment. */
export async function addCall(bench: CaseBench): Promise<void> {
  const { status, json } = await bench.call('Adi', 'POST', `${caseIds.root}/external-calls`, {
    callId: randomUUID(),
    body: {
      name: 'notify',
      description: '',
      parameters: [{ name: 'customer', sample: 'u-1' }],
      configurations: [],
      method: 'POST',
      url: 'https://crm.example/reviews',
      headers: [],
      requestBody: '{"customer":"{parameter.customer}"}',
      authentication: { method: 'anonymous' },
      keepAliveUrl: null,
      sampleResponse: { ok: true },
      timeoutMs: 1000,
      defaultResponse: { ok: false },
    },
  })
  if (status !== 201) throw new Error(JSON.stringify(json))
}
