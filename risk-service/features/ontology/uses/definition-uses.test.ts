import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FieldUse, Ontology } from '../../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../../assessments/create-assessment.ts'

let bench: ConsoleBench
const id = randomUUID()
beforeAll(async () => {
  bench = await openConsoleBench()
  const author = { id: randomUUID(), name: 'Maker' }
  await createAssessment(bench.store.db, {
    id,
    environmentId: places.root,
    kind: 'wizard',
    template: 'MoneyTransfer',
    apiName: 'Transfer',
    friendlyName: 'Transfers',
    schema: { sections: ['metadata', 'transaction'], custom: [{ name: 'tip', type: 'Integer' }] },
    observations: [{ apiName: 'Outcome', template: 'AssessmentStatus' }],
    settings: {
      reports: {
        dataFilters: ['transaction.currency', 'custom.tip'],
        amountFields: ['transaction.txnAmount', 'custom.tip'],
        observed: ['Outcome:custom.reason', ':processor'],
      },
    },
    sample: {},
    author,
  })
  await createAssessment(bench.store.db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'custom',
    template: null,
    apiName: 'Older',
    friendlyName: 'Older_one',
    settings: { reports: { dataFilters: ['channel'] } },
    sample: { name: 'Older', user: { plan: 'a' } },
    author,
  })
})
afterAll(() => bench.close())

interface Place {
  assessment?: string
  event?: string
  as?: string
  environment?: string
}
async function usesOf(path: string, { assessment = 'Transfer', event = assessment, ...place }: Place = {}) {
  const { as = 'engineer', environment = places.root } = place
  const address = `/environments/${environment}/ontology/${assessment}`
  const { status, json } = await bench.call(as, 'GET', `${address}/uses?event=${event}&path=${path}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as { uses: FieldUse[]; hidden: number }
}
const kindsOf = async (path: string, place?: Place) =>
  (await usesOf(path, place)).uses.map(({ kind, name, status, hasConfiguration }) => [
    kind,
    name,
    status,
    hasConfiguration,
  ])

it('names the filters, the amount and the values of reports, and counts them in the list', async () => {
  expect(await kindsOf('transaction.currency')).toEqual([['dataFilter', 'Transfers', 'active', true]])
  expect(await kindsOf('transaction.txnAmount')).toEqual([['amount', 'Transfers', 'active', true]])
  expect(await kindsOf('custom.tip')).toEqual([
    ['amount', 'Transfers', 'active', true],
    ['dataFilter', 'Transfers', 'active', true],
  ])
  expect(await kindsOf('custom.reason', { event: 'transfer:outcome' })).toEqual([
    ['observedField', 'Transfers', 'active', true],
  ])
  expect(await kindsOf('transaction.channel')).toEqual([])
  const { json } = await bench.call('engineer', 'GET', `/environments/${places.root}/ontology/Transfer`)
  const counts = new Map((json as Ontology).attributes.map(each => [`${each.event} ${each.path}`, each.uses]))
  expect(counts.get('Transfer custom.tip')).toBe(2)
  expect(counts.get('Transfer:Outcome custom.reason')).toBe(1)
})

it('names the field of an assessment of the older generation, which has no page of its configuration', async () => {
  expect(await kindsOf('channel', { assessment: 'Older' })).toEqual([['dataFilter', 'Older_one', 'inactive', false]])
})

it('only counts them for who sees nothing of the root', async () => {
  const place = { as: 'local', environment: places.eu }
  expect(await usesOf('transaction.currency', place)).toMatchObject({ uses: [], hidden: 1 })
  expect((await usesOf('transaction.currency', { environment: places.eu })).uses).toMatchObject([
    { kind: 'dataFilter', environment: 'Harbor', environmentId: places.root, eventType: 'Transfer' },
  ])
})

it('follows what is saved: other fields at once, and inactive ones while reports are off', async () => {
  const save = (baseVersion: number, changes: object) =>
    bench.call('admin', 'PUT', `/environments/${places.root}/assessments/Transfer/reports`, {
      baseVersion,
      settings: {
        ...{ reporting: true, amounts: false, amountFields: ['custom.tip'], filters: [] },
        ...{ dataFilters: ['transaction.channel'], observed: [] },
        ...changes,
      },
    })
  const saved = await save(0, {})
  expect(saved.status, JSON.stringify(saved.json)).toBe(200)
  expect(await kindsOf('transaction.currency')).toEqual([])
  expect(await kindsOf('custom.tip')).toEqual([])
  expect(await kindsOf('transaction.channel')).toEqual([['dataFilter', 'Transfers', 'active', true]])
  expect((await save(1, { reporting: false })).status).toBe(200)
  expect(await kindsOf('transaction.channel')).toEqual([['dataFilter', 'Transfers', 'inactive', true]])
})
