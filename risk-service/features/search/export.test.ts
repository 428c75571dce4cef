import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchExportInputSchema } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { noMasking } from '../../kernel/personal-data/masking.ts'
import { exportEvents } from './export-file.ts'
import { fieldCatalogueOf } from './fields/field-catalogue.ts'
import { insertBankEvents, insertPurchase } from './testing/stored-purchases.ts'

let bench: ConsoleBench
const request = {
  purchaseId: 'P-1',
  totalAmount: 12.5,
  merchantLocalDate: '2025-11-20T12:00:00+01:00',
  user: { userId: 'u-1', firstName: '=1+1', lastName: 'said "hi", left\nearly' },
  paymentInstrumentList: [{ type: 'CreditCard' }, { type: 'PayPal' }],
  customData: { shelf: 'Oak' },
}
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertPurchase(db, {
    id: 'P-1',
    request,
    answer: '{"resultDetails":{"RiskScore":700,"RuleEvaluations":[\u0001{"chain":"c"}\u0001]}}',
    columns: {
      reason: '@SUM(A1)',
      risk_score: 700,
      amount: -1250,
      currency: 'EUR',
      amount_usd: 1399,
      user_name: '=1+1',
      phone: '+49 40 1',
    },
  })
  await insertBankEvents(db, [
    ['P-1', 'Declined', 3],
    ['P-1', 'Approved', 1],
  ])
})
afterAll(() => bench.close())

const post = (input: object, who = 'engineer', environment: string = places.root) =>
  bench.app.request(`/api/console/v1/environments/${environment}/search/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
    body: JSON.stringify({ eventType: 'purchase', filter: { period: 'all' }, columns: 'all', ...input }),
  })
/** The cells of a file by the names of its columns, for its rows. */
async function cellsOf(answer: Response): Promise<Record<string, string>[]> {
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  return parse(new TextDecoder().decode(bytes))
}
/** A plain reader of RFC 4180. */
function parse(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter(line => line !== '')
    .map(line =>
      line
        .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .map(cell => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    )
  return rows.map(cells => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

describe('a file of events', () => {
  it('all columns are those of the row, the request, the response and the most recent related events', async () => {
    const [row] = await cellsOf(await post({}))
    expect(row).toMatchObject({
      externalId: 'P-1',
      at: now.toISOString(),
      decision: 'Review',
      amount: '-12.5',
      amountUsd: '13.99',
      environmentId: places.root,
      'request.totalAmount': '12.5',
      'request.merchantLocalDate': '2025-11-20T11:00:00.000Z',
      'request.user.lastName': 'said "hi", left\nearly',
      'request.paymentInstrumentList': '[{"type":"CreditCard"},{"type":"PayPal"}]',
      'request.customData': '{"shelf":"Oak"}',
      'latestBankEvent.status': 'Approved',
      'latestRefund.status': '',
    })
    expect(JSON.parse(row?.['response'] ?? '')).toMatchObject({ resultDetails: { RiskScore: 700 } })
    expect(Object.keys(row ?? {})).not.toContain('request.paymentInstrumentList.type')
  })
  it('a text that a spreadsheet would run gets an apostrophe, a number does not', async () => {
    const [row] = await cellsOf(await post({}))
    expect(row).toMatchObject({
      userName: "'=1+1",
      'request.user.firstName': "'=1+1",
      reason: "'@SUM(A1)",
      phone: "'+49 40 1",
      amount: '-12.5',
    })
  })
  it('current columns are those that were chosen, under their own names and in their order', async () => {
    const columns = [
      { column: 'riskScore', name: 'Score' },
      { column: 'externalId', name: '=Purchase, ID' },
    ]
    const answer = await post({ columns })
    expect(await answer.text()).toBe('\uFEFFScore,"\'=Purchase, ID"\r\n700,P-1\r\n'.replace('\uFEFF', ''))
  })
  it('an export is audited with its query, rows and columns', async () => {
    const { db } = bench.store
    await db.deleteFrom('audit_log').execute()
    await post({ columns: [{ column: 'riskScore', name: 'Score' }] }, 'support')
    const [entry, ...others] = await db.selectFrom('audit_log').selectAll().execute()
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      operation: 'Export',
      resource_type: 'Search',
      environment_id: places.root,
      actor_name: 'Name of support',
      after: { filter: { period: 'all', conditions: [] }, rows: 1, columns: ['Score'] },
    })
  })
  it('chosen events are exported whether the search finds them or not', async () => {
    const { db } = bench.store
    await db.deleteFrom('audit_log').execute()
    const chosen = {
      filter: { period: '1h', conditions: [{ column: 'riskScore', op: 'lt', value: 0 }] },
      columns: [{ column: 'externalId', name: 'ID' }],
    }
    expect(await (await post(chosen)).text()).toBe('ID\r\n')
    expect(await (await post({ ...chosen, ids: ['p-1', 'P-2'] })).text()).toBe('ID\r\nP-1\r\n')
    const entries = await db.selectFrom('audit_log').select('after').execute()
    expect(entries.map(({ after }) => after)).toContainEqual({ ids: ['p-1', 'P-2'], rows: 1, columns: ['ID'] })
  })
  it.each<[string, object, number, string]>([
    ['no column', { columns: [] }, 422, 'columns'],
    ['a column that does not exist', { columns: [{ column: 'nobody', name: 'x' }] }, 422, 'columns'],
    ['an unknown field', { filter: { conditions: [{ column: 'nobody', op: 'null' }] } }, 422, 'filter'],
  ])('%s is refused', async (_what, input, status, field) => {
    const answer = await post(input)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(await answer.json())).toContain(`"path":["${field}"`)
  })
})

describe('the limits of a file', () => {
  const fill = (count: number) =>
    sql`insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score)
      select ${places.us}::uuid, ${now}::timestamptz - make_interval(secs => n), gen_random_uuid(), 'signin', 'S-' || n, 'Protect', 'Approve', '', 1
      from generate_series(1, ${count}::int) n`.execute(bench.store.db)
  const columns = [{ column: 'externalId', name: 'ID' }]
  const file = () => post({ eventType: 'signin', columns }, 'engineer', places.us)
  it('9,999 rows are all in the file, and 10,001 are refused', async () => {
    await fill(9_999)
    const lines = (await (await file()).text()).trimEnd().split('\r\n')
    expect([lines.length, new Set(lines).size]).toEqual([10_000, 10_000])
    await fill(2)
    const refused = await file()
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'export.tooLarge', details: { limit: 10_000 } },
    ])
  })
  it('an export that takes too long is cancelled', async () => {
    const slow = AbortSignal.abort()
    const reader = {
      db: bench.store.db,
      scope: [places.root],
      catalogue: fieldCatalogueOf('purchase', () => []),
      now,
      from: null,
      signal: undefined,
      seconds: 30,
      masking: noMasking,
    }
    const original = AbortSignal.timeout
    AbortSignal.timeout = () => slow
    try {
      const input = searchExportInputSchema.parse({
        environmentId: places.root,
        eventType: 'purchase',
        filter: {},
        columns: 'all',
      })
      await expect(exportEvents(reader, input)).rejects.toMatchObject({
        data: { reason: 'export.timeout', limit: 120 },
      })
    } finally {
      AbortSignal.timeout = original
    }
  })
})
