import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SchemaEvidence } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { insertResource, insertRule } from '../ontology/testing/stored-texts.ts'

let bench: ConsoleBench
const locker = { name: 'locker', type: 'String' }
const tries = { name: 'tries', type: 'Integer' }
const schema = { sections: ['metadata', 'user'], custom: [locker, tries] }

async function storeEvent(n: number, custom: object, environment: string = places.root, type = 'Pickup') {
  const key = { environment_id: environment, at: new Date(now.getTime() - n * 1000), event_id: randomUUID() }
  await bench.store.db
    .insertInto('event')
    .values({
      ...key,
      event_type: type,
      external_id: `e-${n}`,
      assessment_type: 'Protect',
      decision: 'Approve',
      reason: '',
      risk_score: 0,
    })
    .execute()
  const request = { metadata: { eventId: `e-${n}`, timestamp: '2025-11-20T10:00:00Z' }, custom }
  await bench.store.db
    .insertInto('event_body')
    .values({ ...key, request: JSON.stringify(request), enrichment: '{}', explanation: '{}' })
    .execute()
}

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await createAssessment(db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'wizard',
    template: 'Custom',
    apiName: 'Pickup',
    friendlyName: 'Pick_up',
    schema: schema as never,
    sample: {},
    author: { id: randomUUID(), name: 'Maker' },
  })
  // In the root and below it, of which two have no tries; others are of another assessment or another tenant.
  for (let n = 0; n < 8; n++)
    await storeEvent(n, { locker: '114', ...(n < 2 ? {} : { tries: n }) }, n % 2 === 0 ? places.root : places.eu)
  await storeEvent(20, {}, places.root, 'Other')
  await storeEvent(21, {}, places.foreign)
  const rule = 'RETURN Reject() WHEN @"custom.tries" > 3'
  await insertRule(db, { name: 'Many tries', clauses: [rule], eventType: 'Pickup', environmentId: places.eu })
  await insertRule(db, { name: 'Unlisted', clauses: ['RETURN Reject() WHEN @"custom.gifts" > 3'], eventType: 'Pickup' })
  await insertRule(db, { name: 'Of another', clauses: [rule], eventType: 'Other' })
  await insertResource(db, 'velocity_set', 'Tries', {
    condition: '',
    velocities: [{ text: 'SELECT Count() AS n FROM Pickup WHEN @"custom.tries" > 3 GROUPBY @"user.id"' }],
  })
})
afterAll(() => bench.close())

const check = (changed: object, who = 'viewer', environment: string = places.root) =>
  bench.call(who, 'POST', `/environments/${environment}/assessments/Pickup/schema/check`, {
    schema: { ...schema, ...changed },
  })
const evidence = async (changed: object) => {
  const { status, json } = await check(changed)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as SchemaEvidence
}

describe('the check of a changed schema', () => {
  it('counts stored events of the assessment, in its root and below, that the change would have refused', async () => {
    expect(await evidence({ custom: [locker, { ...tries, required: true }] })).toEqual({
      checked: 8,
      refused: 2,
      changes: [{ kind: 'required', path: 'custom.tries', refused: 2 }],
      texts: 3,
      broken: [],
    })
  })
  it('names clauses and velocities of all its environments that a removed field breaks, though it cannot be removed', async () => {
    const { broken } = await evidence({ custom: [locker] })
    expect(broken).toMatchObject([
      { kind: 'rule', name: 'Many tries', place: 'Clause 1', environment: 'Harbor EU', eventType: 'Pickup' },
      { kind: 'velocity', name: 'Tries', place: 'n', environment: 'Harbor' },
    ])
  })
  it('names what the assessment itself reads and no longer has: its data subject, filters and amount of its reports', async () => {
    const stored = { sections: ['metadata', 'user', 'transaction'], custom: [locker, tries] }
    const id = randomUUID()
    await createAssessment(bench.store.db, {
      id,
      environmentId: places.root,
      kind: 'wizard',
      template: 'MoneyTransfer',
      apiName: 'Transfer',
      friendlyName: 'Transfers',
      schema: stored as never,
      dataSubjectIds: ['custom.locker'],
      settings: { reports: { dataFilters: ['custom.tries'], amountFields: ['transaction.txnAmount', 'custom.tries'] } },
      sample: {},
      author: { id: randomUUID(), name: 'Maker' },
    })
    const broken = async (changed: object, environment: string = places.root) => {
      const path = `/environments/${environment}/assessments/Transfer/schema/check`
      const { status, json } = await bench.call('viewer', 'POST', path, { schema: { ...stored, ...changed } })
      expect(status, JSON.stringify(json)).toBe(200)
      return (json as SchemaEvidence).broken.map(({ kind, place, name, environmentId }) => [
        kind,
        place,
        name,
        environmentId,
      ])
    }
    const of = (kind: string, place: string) => [kind, place, 'Transfers', places.root]
    expect(await broken({})).toEqual([])
    expect(await broken({ custom: [] })).toEqual([
      of('assessment', 'custom.locker'),
      of('amount', 'custom.tries'),
      of('dataFilter', 'custom.tries'),
    ])
    expect(await broken({ custom: [locker, { ...tries, type: 'String' }] })).toEqual([of('amount', 'custom.tries')])
    expect(await broken({ sections: ['metadata', 'user'] })).toEqual([of('amount', 'transaction.txnAmount')])
    // Its configuration belongs to the root.
    expect(await broken({ custom: [] }, places.eu)).toEqual([])
    await bench.store.db.deleteFrom('assessment').where('id', '=', id).execute()
  })
  it('says nothing of the environments beside and above the one of the call', async () => {
    const { status, json } = await check({ custom: [locker, { ...tries, required: true }] }, 'local', places.eu)
    expect(status, JSON.stringify(json)).toBe(200)
    // The four events of the root are not counted, nor is its velocity.
    expect(json).toMatchObject({ checked: 4, refused: 1, texts: 1 })
    const configuration = await bench.call(
      'local',
      'GET',
      `/environments/${places.eu}/assessments/Pickup/configuration`,
    )
    expect((configuration.json as { uses: object[] }).uses).toMatchObject([
      { kind: 'rule', name: 'Many tries' },
      { kind: 'events', environment: 'Harbor' },
    ])
  })
  it('finds nothing for the schema as it is, and stores nothing', async () => {
    expect(await evidence({})).toEqual({ checked: 8, refused: 0, changes: [], texts: 3, broken: [] })
    const { schema_version } = await bench.store.db
      .selectFrom('assessment')
      .select('schema_version')
      .executeTakeFirstOrThrow()
    expect(schema_version).toBe(1)
  })
  it.each([
    ['support', places.root, 403],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('is refused for %s in %s', async (who, environment, status) => {
    expect((await check({}, who, environment)).status).toBe(status)
  })
})
