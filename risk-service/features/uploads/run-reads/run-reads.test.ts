import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PersonalDataKind } from '../../../contract/common/personal-data.ts'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import { csvOf, openRunBench, type RunBench, runsPath } from '../testing/run-bench.ts'
import { pathOf } from '../testing/upload-bench.ts'
import { createErrorFile, listIssues } from './load-issues.ts'
import { removeErrorFiles } from './remove-error-files.ts'

let uploads: RunBench
beforeAll(async () => {
  uploads = await openRunBench()
})
beforeEach(() => uploads.clear())
afterAll(() => uploads.close())

const columns = ['RefundId', 'Status', 'UserId', 'PurchaseId', 'Amount']
const refund = (id: number | string, amount = '5') => [`r-${id}`, 'Approved', 'u', 'p-1', amount]
const call = (...args: Parameters<RunBench['bench']['call']>) => uploads.bench.call(...args)

it('runs are listed page by page, the newest first, by area', async () => {
  await uploads.put('Refunds', csvOf(columns, [refund(1)]))
  const ids: string[] = []
  for (let index = 0; index < 3; index++) {
    ids.unshift((await uploads.run(['Refunds'], { dryRun: true })).id)
  }
  // Ids of the service are in the order of time.
  ids.sort().reverse()
  const first = (await call('engineer', 'GET', `${runsPath}?limit=2&area=purchaseprotection`)).json as {
    runs: { id: string }[]
    nextCursor: string
  }
  expect(first.runs.map(run => run.id)).toEqual(ids.slice(0, 2))
  const rest = (await call('viewer', 'GET', `${runsPath}?limit=2&cursor=${first.nextCursor}`)).json
  expect(rest).toMatchObject({ runs: [{ id: ids[2], dryRun: true, state: 'Finished' }], nextCursor: null })
  expect((await call('engineer', 'GET', `${runsPath}?area=lossprevention`)).json).toEqual({
    runs: [],
    nextCursor: null,
  })
})

it('the issues of a run are listed by entity and row, and those of the error file counted by code', async () => {
  const rows = [refund(1, 'ten'), refund(2), refund(2), refund(3, '1.234')]
  await uploads.put('Refunds', csvOf(columns, rows))
  const run = await uploads.run(['Refunds'])
  expect(run).toMatchObject({
    state: 'Failed',
    errorFileUntil: new Date(now.getTime() + 28 * 86_400_000).toISOString(),
  })
  const issues = await call('engineer', 'GET', `${runsPath}/${run.id}/issues?limit=2`)
  expect(issues.json).toMatchObject({
    issues: [
      {
        entity: 'Refunds',
        row: 2,
        column: 'Amount',
        attribute: 'Amount',
        code: 'U-13',
        severity: 'error',
        value: 'ten',
        message: "'ten' in 'Amount', row 2, is not a number.",
      },
      { row: 4, code: 'U-23', severity: 'warning' },
    ],
    nextCursor: 'Refunds.1',
  })
  const next = await call('engineer', 'GET', `${runsPath}/${run.id}/issues?limit=2&cursor=Refunds.1`)
  expect(next.json).toMatchObject({ issues: [{ row: 5, code: 'U-14' }], nextCursor: null })
  const some = await call('engineer', 'GET', `${runsPath}/${run.id}/issues?code=U-14`)
  expect(some.json).toMatchObject({ issues: [{ row: 5 }] })
  const file = await uploads.bench.app.request(`/api/console/v1${runsPath}/${run.id}/error-file`, {
    headers: { authorization: 'Bearer engineer' },
  })
  expect(file.headers.get('content-type')).toMatch(/^text\/csv/)
  expect((await file.text()).split(/\r?\n/).filter(line => line !== '')).toEqual([
    'entity,row,column,code,message',
    `Refunds,2,Amount,U-13,"'ten' in 'Amount', row 2, is not a number."`,
    'Refunds,4,RefundId,U-23,Row 4 repeats the key r-2; the last row is used.',
    `Refunds,5,Amount,U-14,"'1.234' in 'Amount', row 5, has more than two decimals."`,
    'Refunds,,,U-13,Count: 1',
    'Refunds,,,U-14,Count: 1',
    'Refunds,,,U-23,Count: 1',
  ])
})

it('an error file is there for 28 days', async () => {
  await uploads.put('Refunds', csvOf(columns, [refund(1, 'ten')]))
  const run = await uploads.run(['Refunds'])
  const { db } = uploads.bench.store
  const at = (days: number) => () => new Date(now.getTime() + days * 86_400_000)
  expect(await removeErrorFiles({ db, clock: at(28) })).toBe(0)
  expect(await removeErrorFiles({ db, clock: at(28.1) })).toBe(1)
  expect((await call('engineer', 'GET', `${runsPath}/${run.id}/error-file`)).status).toBe(404)
  expect((await uploads.loadRun(run.id)).files[0]).toMatchObject({ errors: 1 })
})

it('values of personal data are hidden from those who do not see them elsewhere', async () => {
  await uploads.put('UpdateAccount', csvOf(['UserId', 'Email', 'CountryCode'], [['u-1', 'kim at home', 'Germany']]))
  await uploads.put('UpdateAddress', csvOf(['UserId', 'Addresstype'], [['u-1', 'Billing']]))
  await uploads.put('UpdatePaymentInstrument', csvOf(['UserId', 'MerchantPaymentInstrumentId'], [['u-1', 'card-1']]))
  const { id: runId } = await uploads.run(['UpdateAccount'])
  const reader = { ports: uploads.services.ports, environmentId: places.eu }
  const read = async (kinds: PersonalDataKind[]) => {
    const masked = { ...reader, masking: { kinds: new Set(kinds) } }
    const { issues } = await listIssues(masked, { runId, code: 'U-17', limit: 10 })
    return [
      issues.map(({ value, params }) => [value, params['v']]),
      await (await createErrorFile(masked, { runId })).text(),
    ]
  }
  const [open, text] = await read(['phone'])
  expect(open).toEqual([
    ['kim at home', 'kim at home'],
    ['Germany', 'Germany'],
  ])
  expect(text).toContain('kim at home')
  const [hidden, hiddenText] = await read(['email'])
  expect(hidden).toEqual([
    ['***', '***'],
    ['Germany', 'Germany'],
  ])
  expect(hiddenText).not.toContain('kim')
  expect(hiddenText).toContain("'***' in 'Email', row 2")
})

it('keys of several attributes, ids of labels and JSON are hidden in values, parameters and sentences', async () => {
  const [label, json] = ['Email', '{"email": "kim@harbor.example"']
  const columnsOfLabel = ['LabelObjectType', 'LabelObjectId', 'LabelSource', 'EventTimeStamp']
  const labelRow = [label, 'kim@harbor.example', 'ManualReview', '2025-09-01T00:00:00Z']
  await uploads.put('Labels', csvOf(columnsOfLabel, [labelRow, labelRow]))
  const columnsOfPurchase = ['PurchaseId', 'MerchantLocalDate', 'TotalAmount', 'Currency', 'UserId', 'RecipientUser']
  const purchase = ['p-1', '2025-09-01T00:00:00Z', '5', 'USD', 'u', json]
  await uploads.put('Purchases', csvOf(columnsOfPurchase, [purchase]))
  await uploads.put(
    'PaymentInstruments',
    csvOf(['PurchaseId', 'MerchantPaymentInstrumentId', 'Type'], [['p-1', 'card-1', 'CreditCard']]),
  )
  await uploads.put('Products', csvOf(['PurchaseId', 'ProductId'], [['p-1', 'x']]))
  const run = await uploads.run(['Labels', 'Purchases'])
  const read = async (kinds: PersonalDataKind[]) => {
    const reader = { ports: uploads.services.ports, environmentId: places.eu, masking: { kinds: new Set(kinds) } }
    const listed = await listIssues(reader, { runId: run.id, limit: 50 })
    const found = listed.issues.filter(({ code }) => code === 'U-19' || code === 'U-23')
    const text = JSON.stringify(found) + (await (await createErrorFile(reader, { runId: run.id })).text())
    return { text, messages: found.map(({ message }) => message), values: found.map(({ value }) => value) }
  }
  const key = 'Email + kim@harbor.example + ManualReview'
  const open = await read([])
  expect(open.values).toEqual([key, json])
  expect(open.messages[0]).toBe(`Row 3 repeats the key ${key}; the last row is used.`)
  const hidden = await read(['email'])
  expect(hidden.text).not.toContain('kim')
  expect(hidden.values).toEqual(['***', '***'])
  expect(hidden.messages).toEqual([
    'Row 3 repeats the key ***; the last row is used.',
    "'RecipientUser' in row 2 is not valid JSON.",
  ])
  // What a label is about is an address or an instrument, and JSON may be anything.
  expect((await read(['instrument'])).values).toEqual(['***', '***'])
  expect((await read(['street'])).values).toEqual([key, '***'])
})

it('runs need their right, and are those of one environment', async () => {
  await uploads.put('Refunds', csvOf(columns, [refund(1, 'ten')]))
  const run = await uploads.run(['Refunds'])
  for (const [method, path] of [
    ['POST', runsPath],
    ['POST', `${runsPath}/${run.id}/cancel`],
  ] as const)
    expect((await call('viewer', method, path, { entities: ['Refunds'] })).status).toBe(403)
  const elsewhere = `/environments/${places.root}/upload-runs/${run.id}`
  for (const path of [elsewhere, `${elsewhere}/issues`, `${elsewhere}/error-file`])
    expect((await call('engineer', 'GET', path)).status, path).toBeGreaterThanOrEqual(403)
  expect((await call('engineer', 'POST', runsPath, { entities: ['Refunds', 'Sales'] })).status).toBe(422)
})

it('a mapping has attributes of its entity, and formats of their types', async () => {
  await uploads.put('Refunds', csvOf(columns, [refund(1)]))
  const save = async (body: object) => {
    const answer = await call('engineer', 'PUT', `${pathOf()}/mapping`, { columnOf: {}, baseVersion: 1, ...body })
    return [
      answer.status,
      (answer.json as { details?: { issues?: { path: string[]; message: string }[] } }).details?.issues?.[0],
    ]
  }
  expect(await save({ columnOf: { Refund: 'RefundId' } })).toMatchObject([422, { path: ['columnOf', 'Refund'] }])
  expect(await save({ formats: { Amount: 'yes-no' } })).toMatchObject([422, { path: ['formats', 'Amount'] }])
  expect(await save({ formats: { Nothing: 'grouped' } })).toMatchObject([422, { path: ['formats', 'Nothing'] }])
  expect((await save({ formats: { Amount: 'grouped' } }))[0]).toBe(200)
  expect((await uploads.get()).formats).toEqual({ Amount: 'grouped' })
})
