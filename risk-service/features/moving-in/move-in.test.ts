import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveStates } from '../../contract/index.ts'
import { gunzip } from '../../engine/lib/gzip.ts'
import { translationStates } from '../../fql/translation/result/notes.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { findClient } from '../applications/read-clients.ts'
import { configToFiles } from '../configuration/files/config-files.ts'
import { loadConfiguration } from '../configuration/stored-configuration.ts'
import { importedAt } from '../configuration/testing/config-import.ts'
import { createMovingTarget, statesOf } from './testing/moving-target.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const stored = (id: string) => loadConfiguration(store.db, id, importedAt, gunzip)
const call = JSON.stringify({
  name: 'phoneCheck',
  description: '',
  parameters: [],
  configurations: [],
  method: 'GET',
  url: 'https://phone.example/',
  headers: [],
  requestBody: null,
  authentication: { method: 'basic', userName: 'u', password: { kept: true } },
  keepAliveUrl: null,
  sampleResponse: {},
  timeoutMs: 200,
  defaultResponse: null,
})
const queue = (more: object = {}) => JSON.stringify({ assessment: 'purchase', defaultAction: 'Approve', ...more })
const listed = 'RETURN Reject("listed") WHEN ContainsKey("Risky", "SKU", @"productList.sku")'
const source = {
  'rules/purchase/Listed.fql': listed,
  'rules/purchase/Often.fql': 'RETURN Review() WHEN Velocity.perUser(@"user.userId", 7d) > 5',
  'rules/routing/To high.fql': 'ROUTETO Queue("High value") WHEN @"totalAmount" > 100',
  'velocities/Per user.fql': '// Velocity: perUser\nSELECT Count() AS perUser FROM Purchase GROUPBY @"user.userId"',
  'lists/custom/Risky.csv': 'SKU\nA-1\n',
  'external-calls/phoneCheck.json': call,
  'queues/High value.json': queue(),
}

describe('moving in', () => {
  it('the states are those of a translated rule', () => {
    expect(moveStates).toEqual(translationStates)
  })

  it('everything that is complete moves in at once, with rules inactive', async () => {
    const { id, move } = await createMovingTarget(store)
    const preview = await move(source, { dryRun: true })
    expect(statesOf(preview)).toEqual({
      'queues/High value': 'same',
      'lists/custom/Risky': 'same',
      'external-calls/phoneCheck': 'needsYou secret',
      'velocities/Per user': 'same',
      'rules/purchase/Listed': 'same',
      'rules/purchase/Often': 'same',
      'rules/routing/To high': 'same',
    })
    expect(preview.objects.every(({ action }) => action === 'create')).toBe(true)
    expect((await stored(id)).rules).toEqual([])
    expect(
      await store.db
        .selectFrom('case_queue')
        .select('name')
        .where('environment_id', '=', id)
        .where('kind', '=', 'User')
        .execute(),
    ).toEqual([])

    const applied = await move(source)
    expect(applied.refusal).toBeNull()
    expect(applied.objects).toEqual(preview.objects)
    const after = await stored(id)
    expect(after.rules.map(({ status, body }) => [body.name, status]).toSorted()).toEqual([
      ['Listed', 'inactive'],
      ['Often', 'inactive'],
      ['To high', 'inactive'],
    ])
    expect(after.velocitySets.map(({ status }) => status)).toEqual(['active'])
  })

  it('two previews are the same byte for byte, and a second application changes nothing', async () => {
    const { id, move } = await createMovingTarget(store)
    const first = JSON.stringify(await move(source, { dryRun: true }))
    expect(JSON.stringify(await move(source, { dryRun: true }))).toBe(first)
    const applied = await move(source)
    const files = [...configToFiles(await stored(id))]
    const again = await move(source)
    expect([...configToFiles(await stored(id))]).toEqual(files)
    expect(statesOf(again)).toEqual(statesOf(applied))
    expect(again.objects.every(({ action }) => action === 'none')).toBe(true)
    expect(again.changed).toBe(false)
  })

  it('what is faulty stays out with the reason, and the rest moves in', async () => {
    const { id, move } = await createMovingTarget(store)
    const report = await move({
      'rules/purchase/Good.fql': 'RETURN Review() WHEN @"totalAmount" > 1',
      'rules/purchase/Broken.fql': 'RETURN Review( WHEN',
      'rules/purchase/Lacking.fql': listed,
      'rules/purchase/order.txt': 'Broken\nGood\nLacking\n',
      'external-calls/none.json': '{',
      'pictures/logo.svg': '<svg/>',
    })
    expect(statesOf(report)).toMatchObject({
      'rules/purchase/Good': 'same',
      'rules/purchase/Broken': expect.stringMatching(/^failed language/),
      'rules/purchase/Lacking': 'needsYou missing',
      'external-calls/none': 'failed notJson',
      'pictures/logo.svg': 'leftOut noPlace',
    })
    expect((await stored(id)).rules.map(({ body }) => body.name)).toEqual(['Good'])
    const missing = report.objects.find(({ key }) => key === 'rules/purchase/Lacking')?.notes[0]?.diagnostic
    expect(missing).toMatchObject({ code: 'FQL2007', line: 1 })
  })

  it('a rule that is active with another text is left as it is, and shows both texts', async () => {
    const { id, move } = await createMovingTarget(store)
    await move({ 'rules/purchase/Limit.fql': 'RETURN Review() WHEN @"totalAmount" > 1' })
    await store.db.updateTable('rule').set({ status: 'active' }).where('environment_id', '=', id).execute()
    const next = { 'rules/purchase/Limit.fql': 'RETURN Reject() WHEN @"totalAmount" > 2' }
    const report = await move(next)
    expect(statesOf(report)).toEqual({ 'rules/purchase/Limit': 'leftOut activeRule' })
    expect(report.objects[0]?.text?.before).toContain('RETURN Review()')
    expect(report.objects[0]?.text?.after).toContain('RETURN Reject()')
    expect((await stored(id)).rules[0]?.body.clauses[0]?.text).toContain('RETURN Review()')
    await store.db.updateTable('rule').set({ status: 'inactive' }).where('environment_id', '=', id).execute()
    expect((await move(next)).objects[0]).toMatchObject({ state: 'same', action: 'change' })
  })

  it.each(['active', 'inactive'] as const)(
    'a rule of the name of an %s one of another type is left out',
    async status => {
      const { id, move } = await createMovingTarget(store)
      await move({ 'rules/purchase/Notify.fql': 'RETURN Review() WHEN @"totalAmount" > 1' })
      await store.db.updateTable('rule').set({ status }).where('environment_id', '=', id).execute()
      const before = await stored(id)
      const described = { type: 'postDecision', clauses: [{ name: 'Mark' }] }
      const sources = [
        {
          'rules/purchase/Notify/rule.json': JSON.stringify(described),
          'rules/purchase/Notify/clauses/Mark.fql': 'DO SetResponse(a="b")',
        },
        { 'rules/purchase/notify.fql': 'DO SetResponse(a="b")' },
      ]
      for (const next of sources) {
        const report = await move({ ...next, 'rules/purchase/Other.fql': 'RETURN Reject()' })
        const [notify] = report.objects.filter(({ key }) => /notify/i.test(key))
        expect(notify).toMatchObject({ state: 'leftOut', action: 'none', notes: [{ code: 'otherType' }] })
        expect(notify?.text?.before).toContain('RETURN Review()')
        expect(notify?.text?.after).toContain('SetResponse')
      }
      const after = await stored(id)
      expect(after.rules.find(({ body }) => body.name === 'Notify')).toEqual(before.rules[0])
      expect(after.rules.map(({ body }) => body.name)).toEqual(['Notify', 'Other'])
    },
  )

  it('a routing rule of the name of another assessment is left out', async () => {
    const { id, move } = await createMovingTarget(store)
    const text = 'ROUTETO Queue("General") WHEN @"user.userId" == "a"'
    await move({ 'rules/routing/High.fql': text })
    await store.db.updateTable('rule').set({ status: 'active' }).where('environment_id', '=', id).execute()
    const before = await stored(id)
    const described = { type: 'routing', assessment: 'accountcreation', clauses: [{ name: 'clause1' }] }
    const report = await move({
      'rules/routing/High/rule.json': JSON.stringify(described),
      'rules/routing/High/clauses/clause1.fql': text,
    })
    expect(statesOf(report)).toEqual({ 'rules/routing/High': 'leftOut otherType' })
    expect(await stored(id)).toEqual(before)
  })

  describe('with active rules B and A, and C inactive', () => {
    const texts = {
      'rules/purchase/A.fql': 'RETURN Approve()',
      'rules/purchase/B.fql': 'RETURN Reject()',
      'rules/purchase/C.fql': 'RETURN Review()',
    }
    const more = { 'rules/purchase/AA.fql': 'RETURN Review()', 'rules/purchase/Z.fql': 'RETURN Review()' }
    async function createOrdered() {
      const { id, move } = await createMovingTarget(store)
      await move({ ...texts, 'rules/purchase/order.txt': 'B\nA\nC\n' })
      await store.db
        .updateTable('rule')
        .set({ status: 'active' })
        .where('environment_id', '=', id)
        .where('name', 'in', ['A', 'B'])
        .execute()
      const order = async () => (await stored(id)).rules.map(({ body }) => body.name).join(' ')
      expect(await order()).toBe('B A C')
      return { move, order }
    }

    it('rules without an order stay in their run order, and new ones follow', async () => {
      const { move, order } = await createOrdered()
      const report = await move({ ...texts, ...more })
      expect(report.objects.map(({ name, action }) => `${name} ${action}`)).toEqual([
        'A none',
        'AA create',
        'B none',
        'C none',
        'Z create',
      ])
      expect(await order()).toBe('B A C AA Z')
      expect((await move({ ...texts, ...more })).changed).toBe(false)
    })

    it('an order that moves an active rule is left out, and the rest moves in', async () => {
      const { move, order } = await createOrdered()
      for (const text of ['A\nB\nC\nAA\nZ\n', 'A\na\nB\nZ\n']) {
        const report = await move({ ...texts, ...more, 'rules/purchase/order.txt': text })
        expect(report.refusal).toBeNull()
        expect(report.objects.find(({ kind }) => kind === 'order')).toMatchObject({
          state: 'leftOut',
          action: 'none',
          notes: [{ code: 'activeOrder' }],
        })
        expect(await order()).toBe('B A C AA Z')
      }
    })

    it('an order in which active rules stay in theirs is applied', async () => {
      const { move, order } = await createOrdered()
      const files = { ...texts, ...more, 'rules/purchase/order.txt': 'Z\nB\nC\nAA\nA\n' }
      const report = await move(files, { dryRun: true })
      expect(report.objects.find(({ kind }) => kind === 'order')).toMatchObject({ state: 'same', action: 'change' })
      expect((await move(files)).objects).toEqual(report.objects)
      expect(await order()).toBe('Z B C AA A')
      expect((await move(files)).changed).toBe(false)
    })
  })

  it('a list that replaces another is noted', async () => {
    const { move } = await createMovingTarget(store)
    await move({ 'lists/custom/Risky.csv': 'SKU\nA-1\n' })
    const report = await move({ 'lists/custom/Risky.csv': 'SKU\nA-2\n' })
    expect(report.objects).toMatchObject([{ state: 'sameWithNote', action: 'change', notes: [{ code: 'replaces' }] }])
  })

  it('objects for which a right is missing need somebody who has it', async () => {
    const { id, move } = await createMovingTarget(store)
    const report = await move(
      {
        ...source,
        'environments.json': '[{"name":"Below"}]',
        'users.json': '[{"username":"a@b.example","roles":["FraudEngineer"]}]',
        'applications.json': '[{"clientId":"old-1","name":"Shop"}]',
      },
      {
        without: [
          'lists.custom',
          'cases.queues.define',
          'environments.child.manage',
          'settings.access.users',
          'integration.apps',
        ],
      },
    )
    expect(statesOf(report)).toMatchObject({
      'environments/Below': 'needsYou noRight',
      'queues/High value': 'needsYou noRight',
      'lists/custom/Risky': 'needsYou noRight',
      'rules/purchase/Listed': 'needsYou missing',
      'rules/purchase/Often': 'same',
      'users/a@b.example': 'needsYou noRight',
      'applications/old-1': 'needsYou noRight',
    })
    expect((await stored(id)).customLists).toEqual([])
  })
})

describe('what is beside the configuration', () => {
  it('environments are created below, level by level', async () => {
    const { id, move, tenantId } = await createMovingTarget(store)
    const name = (each: string) => `${each}-${id.slice(0, 8)}`
    const files = {
      'environments.json': JSON.stringify([{ name: name('North') }, { name: name('Oslo'), parent: name('North') }]),
    }
    expect(statesOf(await move(files))).toEqual({
      [`environments/${name('North')}`]: 'same',
      [`environments/${name('Oslo')}`]: 'needsYou parentPending',
    })
    await store.db.updateTable('environment').set({ status: 'Active' }).where('tenant_id', '=', tenantId).execute()
    expect((await move(files)).objects).toMatchObject([
      { state: 'same', action: 'none' },
      { state: 'same', action: 'create' },
    ])
    const rows = await store.db
      .selectFrom('environment')
      .select(['name', 'parent_id'])
      .where('name', 'like', `%${id.slice(0, 8)}`)
      .orderBy('name')
      .execute()
    expect(rows.map(row => row.name)).toEqual([name('North'), name('Oslo')])
    expect(rows[0]?.parent_id).toBe(id)
  })

  it('a queue without people who may review here is created without them; one that differs stays', async () => {
    const { move } = await createMovingTarget(store)
    const files = { 'queues/High.json': queue({ assignedUsers: ['gone@shop.example'] }) }
    const report = await move(files)
    expect(report.objects).toMatchObject([
      { state: 'needsYou', action: 'create', notes: [{ code: 'people', params: { people: 'gone@shop.example' } }] },
    ])
    expect(statesOf(await move({ 'queues/High.json': queue({ timeoutMinutes: 90 }) }))).toEqual({
      'queues/High': 'leftOut differs',
    })
    expect(statesOf(await move({ 'queues/Wrong.json': queue({ defaultAction: 'Nothing' }) }))).toEqual({
      'queues/Wrong': 'failed refused',
    })
    expect(statesOf(await move({ 'queues/Other.json': queue({ colour: 'red' }) }))).toEqual({
      'queues/Other': 'failed schema',
    })
    for (const [text, params] of [
      ['{\n  "assessment": purchase\n}', { line: 0 }],
      ['{\n  "assessment": "purchase"', { line: 2 }],
    ] as const)
      expect((await move({ 'queues/Cut.json': text })).objects).toMatchObject([
        { state: 'failed', notes: [{ code: 'notJson', params }] },
      ])
  })

  it('what a file lacks or has too much of is named by member, in words that have translations', async () => {
    const { move } = await createMovingTarget(store)
    const report = await move({
      'users.json': JSON.stringify([{ roles: [] }, { username: 'ana@shop.example', roles: 'all', colour: 'red' }]),
      'environments.json': JSON.stringify([{ name: 7 }]),
      'queues/High.json': '{ "assessment": "purchase",\n  "timeoutMinutes": "soon" }',
      'rules/purchase/Limit/rule.json': '{\n  "type": "wish", "clauses": [] }',
      'external-calls/none.json': '{ "name": "none" }',
      'functions/none/function.json': '{ "properties": [{ "name": "a", "type": "String", "description": 3 }] }',
    })
    const found = report.objects.flatMap(({ name, notes }) =>
      notes.map(({ code, params: { kind, field, limit, names, line } }) =>
        [name, code, kind, field, limit, names, line].filter(each => each !== '' && each !== 0).join(' '),
      ),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'users.json 1 schema missing username',
        'users.json 1 schema few roles 1',
        'users.json 2 schema list roles',
        'users.json 2 schema unknown _ colour',
        'environments.json 1 schema text name',
        'High schema missing defaultAction',
        'High schema number timeoutMinutes',
        'Limit schema few clauses 1 2',
        'none schema text properties.0.description 1',
      ]),
    )
    expect(found.filter(each => / unreadable/.test(each))).toEqual([])
    expect(report.objects.every(({ state }) => state === 'failed')).toBe(true)
    expect(found.find(each => /^Limit schema choice type/.test(each))).toContain('routing')
    expect(found.filter(each => /^none schema missing/.test(each)).length).toBeGreaterThan(2)
  })

  it('faults beyond a schema have a code with parameters, not a sentence alone', async () => {
    const { move } = await createMovingTarget(store)
    const text = 'RETURN Review()'
    const database = {
      description: '',
      columns: ['a', 'A'],
      connection: {
        kind: 'cosmos',
        account: 'shop',
        database: 'a/b',
        container: 'c',
        timeoutMs: 100,
        secret: { kept: true },
      },
    }
    const called = {
      ...(JSON.parse(call) as object),
      parameters: [
        { name: 'ip', sample: '' },
        { name: 'IP', sample: '' },
      ],
    }
    const quick = { key: '1', label: 'A', decision: 'Approve', reason: 'Other', note: 'Dear {whom}' }
    const report = await move({
      'rules/purchase/notes.txt': 'none',
      'rules/purchase/Two.fql': text,
      'rules/purchase/two/rule.json': JSON.stringify({ clauses: [{ name: 'a' }] }),
      'rules/purchase/two/clauses/b.fql': text,
      'rules/routing/High/rule.json': JSON.stringify({ clauses: [{ name: 'a' }] }),
      'rules/routing/High/clauses/a.fql': text,
      'rules/nowhere/Lost.fql': text,
      'velocities/None.fql': '// nothing',
      'lists/custom/Alone.json': '{ "description": "" }',
      'lists/custom/Risky.csv': 'SKU,sku\nA,B\n',
      'lists/support/Wishes.csv': 'Value\n',
      'lists/databases/Remote.json': JSON.stringify(database),
      'external-calls/phoneCheck.json': JSON.stringify({ ...called, url: 'phone', requestBody: '{parameter.none}' }),
      'external-calls/open.json': JSON.stringify({
        ...called,
        name: 'open',
        parameters: [],
        authentication: { method: 'basic', userName: 'u', password: { value: 'secret' } },
      }),
      'queues/High.json': queue({ quickDecisions: [quick, quick] }),
      'queues/Wrong.json': queue({ defaultAction: 'Nothing' }),
      'environments.json': JSON.stringify([{ name: 'Below', parent: 'Nowhere' }]),
    })
    const found = report.objects.flatMap(({ key, notes }) =>
      notes.map(({ code, params, diagnostic }) =>
        [key, code, diagnostic?.params['fault'] ?? params['reason'] ?? diagnostic?.code].join(' '),
      ),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'rules/purchase/notes fault ruleFile',
        'rules/purchase/two fault clauseUnnamed',
        'rules/purchase/two fault clauseMissing',
        'rules/routing/High fault routingType',
        'rules/nowhere/Lost missing noAssessment',
        'velocities/None fault noVelocity',
        'lists/custom/Alone fault listAlone',
        'lists/custom/Risky fault LST003',
        'lists/support/Wishes fault noSupportList',
        'lists/databases/Remote fault nameCharacters',
        'lists/databases/Remote fault columnsRepeat',
        'external-calls/phoneCheck fault parameterRepeats',
        'external-calls/phoneCheck fault address',
        'external-calls/phoneCheck fault noParameter',
        'external-calls/open fault secretInFile',
        'queues/High fault noPlaceholder',
        'queues/High fault keyRepeats',
        'queues/Wrong refused queue.decision',
        'environments/Below refused environment.noParent',
      ]),
    )
    expect(found.filter(each => / unreadable/.test(each))).toEqual([])
    expect(
      report.objects.flatMap(({ notes }) => notes).find(({ code }) => code === 'refused')?.params['detail'],
    ).toMatch(/\.$/)
  })

  it('applications get their former id and no credential', async () => {
    const { id, move } = await createMovingTarget(store)
    const files = {
      'applications.json': JSON.stringify([
        // A role by both of its names.
        { clientId: `old-${id}`, name: 'Shop', roles: ['Risk_API', 'RiskApi'] },
      ]),
    }
    expect((await move(files, { dryRun: true })).objects).toMatchObject([{ action: 'create' }])
    expect(
      await store.db.selectFrom('api_client').select('client_id').where('environment_id', '=', id).execute(),
    ).toEqual([])
    expect((await move(files)).objects).toMatchObject([
      { name: 'Shop', state: 'needsYou', action: 'create', notes: [{ code: 'credential' }] },
    ])
    expect((await findClient(store.db, `old-${id}`))?.roles).toEqual(['Risk_API'])
    expect((await move(files)).objects).toMatchObject([
      { state: 'needsYou', action: 'none', notes: [{ code: 'credential' }] },
    ])
    const elsewhere = await createMovingTarget(store)
    expect(statesOf(await elsewhere.move(files))).toEqual({ [`applications/old-${id}`]: 'failed idTaken' })
    expect(statesOf(await move({ 'applications.json': '{}' }))).toEqual({ 'applications.json': 'failed schema' })
    const wizard = { clientId: `new-${id}`, name: 'Shop', roles: ['Risk_API', 'Wizard'] }
    expect((await move({ 'applications.json': JSON.stringify([wizard]) })).objects).toMatchObject([
      { key: `applications/new-${id}`, state: 'failed', notes: [{ code: 'unknownRole', params: { roles: 'Wizard' } }] },
    ])
  })
})
