import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AssessmentConfiguration, RuleSettings } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'

let bench: ResourceBench
const author = { id: randomUUID(), name: 'Maker' }
beforeAll(async () => {
  bench = await openResourceBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  const { db } = bench.bench.store
  for (const table of ['assessment', 'rule_setting', 'audit_log'] as const) await db.deleteFrom(table).execute()
  await createAssessment(db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'wizard',
    template: 'CardPayment',
    apiName: 'Pickup',
    friendlyName: 'Pickup',
    sample: {},
    author,
  })
  await bench.engine.reloadRules()
})

const configuration = `${places.root}/assessments/Pickup`
const rules = `${places.root}/rules/Pickup/settings`
const read = () => bench.request<AssessmentConfiguration>('GET', `${configuration}/configuration`)
const saveSettings = ({ settings, version }: AssessmentConfiguration, changes: object) =>
  bench.call('PUT', `${configuration}/settings`, { baseVersion: version, body: { ...settings, ...changes } })

/** Changes that are made elsewhere while somebody edits the configuration, and how the stored one differs then. */
const meanwhile: readonly [name: string, change: () => Promise<unknown>, stored: object][] = [
  [
    'the evaluation of its rules',
    async () => {
      const { version } = await bench.request<RuleSettings>('GET', rules)
      await bench.request('PUT', `${rules}/evaluation`, { evaluation: 'first', baseVersion: version })
    },
    { evaluation: 'first', search: true },
  ],
  [
    'the switch of its cases',
    () => bench.request('PUT', `${places.root}/casemanagement/switches/Pickup`, { enabled: false }, 'admin'),
    { caseManagement: false, search: true },
  ],
]
describe.each(meanwhile)('a configuration that was read before a change of %s', (_name, change, stored) => {
  it('is not saved over it', async () => {
    const before = await read()
    await change()
    const late = await saveSettings(before, { search: false })
    expect([late.status, late.json.code]).toEqual([409, 'version.conflict'])
    expect((await read()).settings).toMatchObject(stored)
  })
  it('is saved once it is read again', async () => {
    await change()
    expect((await saveSettings(await read(), { search: false })).status).toBe(200)
    expect((await read()).settings).toMatchObject({ ...stored, search: false })
  })
})

it('a change of the payload of rules leaves the configuration as it was', async () => {
  const before = await read()
  await bench.request('PUT', `${rules}/payload`, { payload: { a: 1 }, baseVersion: 0 })
  expect((await read()).version).toBe(before.version)
  expect((await saveSettings(before, { search: false })).status).toBe(200)
})

it('an evaluation that was changed in the configuration is no base for a change in the rules', async () => {
  const { version } = await bench.request<RuleSettings>('GET', rules)
  expect((await saveSettings(await read(), { evaluation: 'first' })).status).toBe(200)
  const late = await bench.call('PUT', `${rules}/payload`, { payload: { a: 1 }, baseVersion: version })
  expect([late.status, late.json.code]).toEqual([409, 'version.conflict'])
})

describe('a repeated creation', () => {
  const id = randomUUID()
  const observation = { apiName: 'Opened', name: 'Opened', template: 'Custom', custom: [] }
  const create = (changes: object = {}) =>
    bench.call<AssessmentConfiguration & { code?: string }>('POST', `${configuration}/observations/${id}`, {
      body: { ...observation, ...changes },
    })
  it('of an observation event adds none', async () => {
    expect((await create()).status).toBeLessThan(300)
    const { status, json } = await create()
    expect([status, json.observations.length]).toEqual([200, 1])
  })
  it.each([[{ name: 'Other' }], [{ apiName: 'Other' }], [{ custom: [{ name: 'door', type: 'Integer' }] }]])(
    'of an observation event with %j is a conflict, and drops nothing in silence',
    async changes => {
      await create()
      const { status, json } = await create(changes)
      expect([status, json.code]).toEqual([409, 'observation.exists'])
      expect((await read()).observations).toMatchObject([observation])
    },
  )
})
