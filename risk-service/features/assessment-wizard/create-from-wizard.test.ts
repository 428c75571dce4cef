import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Assessment } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'

let bench: ResourceBench
beforeAll(async () => {
  bench = await openResourceBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  const { db } = bench.bench.store
  for (const table of ['assessment', 'rule', 'rule_version', 'rule_setting', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await bench.engine.reloadRules()
})

const transfer = {
  template: 'MoneyTransfer',
  apiName: 'lockerPickup',
  friendlyName: 'Parcel locker pick up',
  schema: {
    sections: ['metadata', 'deviceFingerprinting', 'user', 'transaction', 'card'],
    custom: [
      { name: 'lockerId', friendlyName: 'Locker', type: 'String', sample: '114', required: true, searchable: true },
      { name: 'box', type: 'Object', fields: [{ name: 'size', type: 'Integer', sample: 3 }] },
    ],
  },
  observations: ['AssessmentStatus', 'Bank'],
  label: true,
  evaluation: 'first',
  caseManagement: true,
  search: true,
  reporting: false,
  dataSubjectIds: ['user.id', 'custom.lockerId'],
  clientKeyCallId: null,
}
const create = (
  changes: object = {},
  { environment = places.root as string, who = 'engineer', id = randomUUID() as string } = {},
) =>
  bench.call<{ code?: string; id: string; details: { issues?: { path: string[] }[]; limit?: number } }>(
    'POST',
    `${environment}/assessments`,
    { assessmentId: id, ...transfer, ...changes },
    who,
  )
const count = async (table: 'assessment' | 'rule' | 'audit_log') =>
  (await bench.bench.store.db.selectFrom(table).select('environment_id').execute()).length

describe('an assessment of the wizard', () => {
  it('is created with its rules, settings and an entry in the log, and the engine has it', async () => {
    const id = randomUUID()
    const { status, json } = await create({}, { id })
    expect([status, json]).toEqual([201, { id, eventType: 'lockerPickup' }])
    const { db } = bench.bench.store
    const row = await db.selectFrom('assessment').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      id,
      environment_id: places.root,
      has_label: true,
      observations: [
        { apiName: 'Status', template: 'AssessmentStatus' },
        { apiName: 'Bank', template: 'Bank' },
      ],
      settings: {
        features: { caseManagement: true, search: true, reporting: false },
        dataSubjectIds: ['user.id', 'custom.lockerId'],
      },
      sample: { transaction: { currency: 'EUR' }, custom: { lockerId: '114', box: { size: 3 } } },
    })
    const rules = await db.selectFrom('rule').select(['name', 'status', 'event_type']).orderBy('position').execute()
    expect(rules).toEqual([
      { name: 'Support list rule', status: 'active', event_type: 'lockerPickup' },
      { name: 'Sample template rule', status: 'active', event_type: 'lockerPickup' },
    ])
    const settings = await db.selectFrom('rule_setting').select(['event_type', 'evaluation']).execute()
    expect(settings).toEqual([{ event_type: 'lockerPickup', evaluation: 'first' }])
    const log = await db.selectFrom('audit_log').select(['operation', 'resource_type', 'resource_id']).execute()
    expect(log).toContainEqual({ operation: 'Create', resource_type: 'Assessment', resource_id: id })
    expect(bench.engine.assessment(places.root, 'lockerPickup')?.name).toBe('Parcel locker pick up')
    // A section of another template is part of the body, and its fields are names of rules.
    expect(bench.engine.assessment(places.eu, 'lockerPickup')?.check.attributes.has('card.bin')).toBe(true)
    const listed = await bench.request<Assessment[]>('GET', `${places.root}/assessments`, undefined, 'viewer')
    expect(listed.find(each => each.id === id)).toMatchObject({ updatedBy: expect.stringMatching(/./) })
  })

  it('is created once, however often the call is repeated', async () => {
    const id = randomUUID()
    await create({}, { id })
    const before = [await count('assessment'), await count('rule'), await count('audit_log')]
    expect((await create({}, { id })).status).toBe(201)
    expect([await count('assessment'), await count('rule'), await count('audit_log')]).toEqual(before)
    // The id belongs to that assessment, here and elsewhere.
    expect((await create({ apiName: 'other' }, { id })).json.code).toBe('assessment.exists')
    const elsewhere = await create({}, { id, environment: places.foreign, who: 'outsider' })
    expect([elsewhere.status, elsewhere.json.code]).toEqual([409, 'assessment.exists'])
  })

  it.each([
    [{ friendlyName: 'Another' }],
    [{ schema: { sections: ['metadata'], custom: [] }, dataSubjectIds: [] }],
    [{ observations: ['AssessmentStatus'] }],
    [{ label: false }],
    [{ search: false }],
    [{ evaluation: 'all' }],
    [{ template: 'CardPayment' }],
  ])('is not created by a repeat with %j: its content would be lost', async changes => {
    const id = randomUUID()
    await create({}, { id })
    const { status, json } = await create(changes, { id })
    expect([status, json.code]).toEqual([409, 'assessment.exists'])
    expect(await count('assessment')).toBe(1)
  })

  it('is not created by a repeat after somebody changed it', async () => {
    const id = randomUUID()
    await create({}, { id })
    await bench.bench.store.db.updateTable('assessment').set({ friendly_name: 'Changed' }).execute()
    expect((await create({}, { id })).json.code).toBe('assessment.exists')
  })

  it.each([
    [{ apiName: '2nd' }, 'apiName'],
    [{ apiName: 'ruLes' }, 'apiName'],
    [{ friendlyName: ' ' }, 'friendlyName'],
    [{ friendlyName: '/path' }, 'friendlyName'],
    [{ schema: { sections: ['user'], custom: [] } }, 'schema.sections'],
    [{ schema: { sections: ['metadata', 'weather'], custom: [] } }, 'schema.sections'],
    [{ schema: { sections: ['metadata'], custom: [{ name: 'a-b', type: 'String' }] } }, 'schema.custom.a-b'],
    [{ schema: { sections: ['metadata'], custom: [{ name: 'a', type: 'Integer', sample: 'x' }] } }, 'schema.custom.a'],
    [{ dataSubjectIds: ['user.address'] }, 'dataSubjectIds.0'],
    [{ dataSubjectIds: ['user.id', 'user.id'] }, 'dataSubjectIds.1'],
    [{ dataSubjectIds: ['metadata.eventId'] }, 'dataSubjectIds.0'],
    [{ clientKeyCallId: randomUUID() }, 'settings.clientSideIntegration'],
    [{ template: 'DeviceFingerprinting', caseManagement: true }, 'settings.features.caseManagement'],
    [{ template: 'DeviceFingerprinting', caseManagement: false }, 'search'],
  ])('%j is refused with its field, and leaves nothing', async (changes, field) => {
    const { status, json } = await create(changes)
    expect(status, JSON.stringify(json)).toBe(422)
    expect(json.details.issues?.map(({ path }) => path.join('.'))).toContain(field)
    expect([await count('assessment'), await count('rule'), await count('audit_log')]).toEqual([0, 0, 0])
  })

  it('has a name of its own in its environment, without regard to case', async () => {
    await create()
    const { status, json } = await create({ apiName: 'LOCKERPICKUP' })
    expect([status, json.code]).toEqual([409, 'assessment.exists'])
  })

  it('is one of at most 16', async () => {
    for (let index = 0; index < 16; index++) expect((await create({ apiName: `a${index}` })).status).toBe(201)
    const { status, json } = await create({ apiName: 'more' })
    expect([status, json.code, json.details.limit]).toEqual([409, 'assessment.limit', 16])
    expect(await count('assessment')).toBe(16)
  })

  it('is created only in a root environment', async () => {
    const { status, json } = await create({}, { environment: places.eu })
    expect([status, json.details.issues?.[0]?.path]).toEqual([422, ['environmentId']])
  })

  it.each([
    ['viewer', 403],
    ['support', 403],
    ['local', 404],
    ['nobody', 404],
  ])('is not created by the role %s: %i', async (who, status) => {
    expect((await create({}, { who })).status).toBe(status)
    expect(await count('assessment')).toBe(0)
  })

  it('is not created in an environment of another tenant', async () => {
    expect((await create({}, { who: 'outsider' })).status).toBe(404)
    expect(await count('assessment')).toBe(0)
  })
})
