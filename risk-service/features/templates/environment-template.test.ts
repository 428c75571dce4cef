import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rule, Template, TemplateCheck, TemplateContents } from '../../contract/index.ts'
import { gunzip } from '../../engine/lib/gzip.ts'
import { places, ruleBody } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { loadConfiguration } from '../configuration/environment.ts'
import { type EnvironmentBench, openEnvironmentBench } from '../environments/testing/environment-bench.ts'
import { applyPendingTemplate } from './apply-template.ts'
import { findParentTemplate } from './pending-template.ts'

let bench: EnvironmentBench
beforeAll(async () => {
  bench = await openEnvironmentBench()
})
afterAll(() => bench.bench.close())

const db = () => bench.bench.store.db
beforeEach(async () => {
  for (const table of [
    'template',
    'environment_filling',
    'rule',
    'rule_draft',
    'rule_version',
    'rule_setting',
    'assessment',
    'list_version',
    'list',
    'function',
    'function_draft',
    'function_version',
    'velocity_set',
    'velocity_set_draft',
    'velocity_set_version',
    'velocity',
    'external_call',
    'external_assessment',
  ] as const)
    await db().deleteFrom(table).execute()
})

const calls = { addressIssue: () => null, reload: () => Promise.resolve() }
const filler = () => ({
  db: db(),
  clock: () => bench.clock,
  newId: () => randomUUID(),
  log: { write: () => undefined },
  calls: calls as never,
})
const advance = () => bench.advance({ applyTemplate: row => applyPendingTemplate(filler(), row) })
const ok = async (method: string, path: string, body?: unknown, as = 'admin') => {
  const answer = await bench.call(as, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const templates = (environment: string = places.root) => `/environments/${environment}/templates/environment`
const keep = async (environment: string = places.root, name = 'Whole') =>
  (await ok('POST', templates(environment), { templateId: randomUUID(), name })) as unknown as Template
async function publish(
  name: string,
  text: string,
  { environment = places.root as string, eventType = 'purchase', status = 'active' } = {},
): Promise<void> {
  // The mock of the engine has one wizard assessment, under a name that no tenant can use.
  const assessment = eventType === 'Payout' ? 'Signup' : eventType
  const made = (await ok('POST', `/environments/${environment}/rules/${assessment}`, {
    body: ruleBody(name, { clauses: [{ name: 'clause1', section: 'prior', text }] }),
  })) as unknown as Rule
  await ok('POST', `/environments/${environment}/rules/${made.id}/publish`, { status, baseVersion: 0 })
  await db().updateTable('rule').set({ event_type: eventType }).where('id', '=', made.id).execute()
}
async function assessment(kind: 'wizard' | 'custom' = 'wizard', environmentId: string = places.root): Promise<void> {
  await createAssessment(db(), {
    id: randomUUID(),
    environmentId,
    kind,
    template: kind === 'wizard' ? 'Custom' : null,
    apiName: 'Payout',
    friendlyName: 'Pay out',
    sample: { metadata: { eventId: '1' } },
    author: { id: randomUUID(), name: 'Somebody' },
  })
}
async function resources(environment: string = places.root): Promise<void> {
  const functionId = randomUUID()
  await ok('POST', `/environments/${environment}/functions`, {
    functionId,
    body: {
      name: 'Twice',
      description: '',
      parameters: [{ name: '_n', type: 'Integer', default: '1' }],
      properties: [{ name: 'Value', description: '', type: 'Integer', default: '0', code: 'RETURN _n * 2' }],
      sample: { eventType: 'Purchase', payload: {} },
    },
  })
  await ok('POST', `/environments/${environment}/functions/${functionId}/publish`, { baseVersion: 0 })
  const setId = randomUUID()
  await ok('POST', `/environments/${environment}/velocities`, {
    setId,
    body: {
      name: 'Per user',
      description: '',
      condition: '',
      velocities: [{ text: 'SELECT Count() AS ownCount FROM Purchase GROUPBY @"user.userId"' }],
    },
  })
  await ok('POST', `/environments/${environment}/velocities/${setId}/publish`, { status: 'active', baseVersion: 0 })
  const form = new FormData()
  for (const [name, value] of Object.entries({ listId: randomUUID(), name: 'Risky', description: 'Products' }))
    form.append(name, value)
  form.append('file', new File(['SKU,"Limit, EUR"\nA,5\n'], 'r.csv'))
  const sent = await bench.bench.app.request(`/api/console/v1/environments/${environment}/lists/custom`, {
    method: 'POST',
    headers: { authorization: 'Bearer admin' },
    body: form,
  })
  expect(sent.status).toBe(201)
  await db()
    .insertInto('external_call')
    .values({
      id: randomUUID(),
      environment_id: environment,
      name: 'desk',
      version: 1,
      secrets: JSON.stringify({}),
      created_at: bench.clock,
      updated_by: randomUUID(),
      updated_by_name: 'x',
      updated_at: bench.clock,
      body: JSON.stringify({
        name: 'desk',
        description: '',
        parameters: [],
        configurations: [{ name: 'key', secret: true, value: { kept: true } }],
        method: 'GET',
        url: 'https://desk.example/x',
        headers: [],
        requestBody: null,
        authentication: { method: 'anonymous' },
        keepAliveUrl: null,
        sampleResponse: {},
        timeoutMs: 100,
        defaultResponse: {},
      }),
    })
    .execute()
}
const names = async (environmentId: string) => {
  const config = await loadConfiguration(db(), environmentId, bench.clock, gunzip)
  return {
    rules: config.rules.map(rule => `${rule.assessment} ${rule.body.name} ${rule.status}`),
    sets: config.velocitySets.map(({ body }) => body.name),
    functions: config.functions.map(({ name }) => name),
    calls: config.externalCalls.map(({ name }) => name),
    lists: config.customLists.map(({ name, csv }) => `${name}: ${csv}`),
    settings: config.settings,
  }
}
const make = (body: object, as = 'admin') =>
  bench.call(as, 'POST', '/environments', {
    parentId: null,
    name: `Made-${randomUUID().slice(0, 8)}`,
    kind: 'production',
    geography: 'eu',
    ...body,
  })

describe('an environment as a template', () => {
  it('an environment as a template holds what it decides by, and a new root starts as that, without rows of lists and secrets', async () => {
    await assessment()
    await resources()
    await publish('First', 'RETURN Reject() WHEN Functions.Twice(3).Value > Velocity.ownCount(@"user.userId", 1d)')
    await publish('Second', 'RETURN Review() WHEN ContainsKey("Risky", "SKU", @"user.userId")', { status: 'inactive' })
    await publish('Own', 'RETURN Reject() WHEN @"metadata.eventId" == "1"', { eventType: 'Payout' })
    await ok('PUT', `/environments/${places.root}/rules/purchase/settings/evaluation`, {
      evaluation: 'first',
      baseVersion: 0,
    })
    const { id, source } = await keep()
    expect(source).toBe('Harbor')
    const { contents } = (await ok('GET', `${templates()}/${id}`)) as unknown as { contents: TemplateContents }
    expect(contents.map(({ part, names: found }) => `${part}: ${found.join(', ')}`)).toEqual([
      'assessment: Pay out',
      'settings: purchase',
      'decisionRule: Own, First, Second',
      'velocitySet: Per user',
      'function: Twice',
      'externalCall: desk',
      'list: Risky',
    ])
    const check = (await ok('POST', `${templates()}/check`, { templateId: id, root: true })) as unknown as TemplateCheck
    expect(check).toMatchObject({
      blocked: false,
      problems: [{ severity: 'warning', part: 'externalCall', name: 'desk', code: 'TPL006' }],
    })

    const made = await make({ template: { environmentId: places.root, templateId: id } })
    expect(made.status).toBe(201)
    await advance()
    const made1 = String(made.body['id'])
    expect(await bench.statusOf(made1)).toBe('Active')
    expect(await names(made1)).toEqual({
      rules: ['Payout Own active', 'purchase First active', 'purchase Second inactive'],
      sets: ['Per user'],
      functions: ['Twice'],
      calls: ['desk'],
      lists: ['Risky: SKU,"Limit, EUR"\n'],
      settings: { purchase: { evaluation: 'first' } },
    })
    // The rules of the product are those of the original: none are added.
    expect(
      await db().selectFrom('assessment').select('api_name').where('environment_id', '=', made1).execute(),
    ).toEqual([{ api_name: 'Payout' }])
    expect(await db().selectFrom('environment_filling').selectAll().execute()).toEqual([])
    const published = await db()
      .selectFrom('rule')
      .select('published_by_name')
      .where('environment_id', '=', made1)
      .executeTakeFirst()
    expect(published).toEqual({ published_by_name: 'admin' })
    expect(
      await db()
        .selectFrom('audit_log')
        .select('resource_type')
        .where('environment_id', '=', made1)
        .where('operation', '=', 'Create')
        .distinct()
        .orderBy('resource_type')
        .execute(),
    ).toEqual(
      ['Assessment', 'CustomList', 'DecisionRule', 'Environment', 'ExternalCall', 'Function', 'VelocitySet'].map(
        resource_type => ({ resource_type }),
      ),
    )
  })
  it('an environment as a template takes a list in a database along with its connection, and without its connection string', async () => {
    const listId = randomUUID()
    const connection = {
      kind: 'cosmos',
      account: 'contoso-risk',
      database: 'fraud',
      timeoutMs: 300,
      container: 'phones',
      secret: { kept: true },
    }
    await db()
      .insertInto('list')
      .values({
        id: listId,
        environment_id: places.root,
        name: 'Stolen phones',
        description: 'Of the police',
        version: 3,
        columns: ['phone', 'status'],
        rows: 0,
        size: 0,
        source: 'cosmos',
        created_at: bench.clock,
        updated_by: randomUUID(),
        updated_by_name: 'x',
        updated_at: bench.clock,
      })
      .execute()
    await db()
      .insertInto('list_source')
      .values({ list_id: listId, connection: JSON.stringify(connection), secret: 'sealed for the first' })
      .execute()
    await publish('Stolen', 'RETURN Reject() WHEN ContainsKey("Stolen phones", "phone", @"user.phoneNumber")')
    const { id } = await keep()
    expect(await ok('POST', `${templates()}/check`, { templateId: id, root: true })).toMatchObject({
      blocked: false,
      problems: [{ severity: 'warning', part: 'list', name: 'Stolen phones', code: 'TPL006' }],
    })
    expect(JSON.stringify(await db().selectFrom('template').selectAll().execute())).not.toContain(
      'sealed for the first',
    )
    const made = await make({ template: { environmentId: places.root, templateId: id } })
    await advance()
    expect(await names(String(made.body['id']))).toMatchObject({ rules: ['purchase Stolen active'], lists: [] })
    const row = await db()
      .selectFrom('list')
      .innerJoin('list_source', 'list_source.list_id', 'list.id')
      .select(['name', 'description', 'columns', 'source', 'connection', 'secret'])
      .where('environment_id', '=', String(made.body['id']))
      .executeTakeFirst()
    expect(row).toEqual({
      name: 'Stolen phones',
      description: 'Of the police',
      columns: ['phone', 'status'],
      source: 'cosmos',
      connection,
      secret: null,
    })
  })
  it('an environment as a template keeps no secret that somebody wrote into its file', async () => {
    await resources()
    const { id } = await keep()
    const authorization = { headers: { authorization: 'Bearer admin' } }
    const download = async (templateId: string) =>
      await (await bench.bench.app.request(`/api/console/v1${templates()}/${templateId}/file`, authorization)).text()
    const file = JSON.parse(await download(id)) as { content: { externalCalls: object[] } }
    file.content.externalCalls = file.content.externalCalls.map(call => ({
      ...call,
      authentication: { method: 'basic', userName: 'u', password: { value: 'pass phrase of the desk' } },
      configurations: [{ name: 'key', value: { value: 'key of the desk' } }],
    }))
    const form = new FormData()
    const added = randomUUID()
    for (const [name, value] of Object.entries({ templateId: added, name: 'By hand' })) form.append(name, value)
    form.append('file', new File([JSON.stringify(file)], 't.json'))
    const sent = await bench.bench.app.request(`/api/console/v1${templates()}/import`, {
      method: 'POST',
      ...authorization,
      body: form,
    })
    expect(sent.status, await sent.clone().text()).toBeLessThan(300)
    expect(await download(added)).toContain('"password": {')
    for (const text of [await download(added), JSON.stringify(await db().selectFrom('template').selectAll().execute())])
      expect(text).not.toMatch(/of the desk/)
    expect(await ok('POST', `${templates()}/check`, { templateId: added, root: true })).toMatchObject({
      problems: [{ severity: 'warning', part: 'externalCall', code: 'TPL006' }],
    })
  })
  it('an environment as a template fills a child and its sandbox alike, and calls what its parents have', async () => {
    await resources()
    await publish('Below', 'RETURN Reject() WHEN @"totalAmount" > 5', { environment: places.eu })
    const { id } = await keep(places.eu)
    await db().updateTable('environment').set({ counterpart_id: places.box }).where('id', '=', places.root).execute()
    const made = await make({
      parentId: places.root,
      kind: undefined,
      geography: undefined,
      withSandbox: true,
      template: { environmentId: places.eu, templateId: id },
    })
    // The library of a sibling is not that of a parent.
    expect(made.status).toBe(404)
    const copy = await bench.call('admin', 'POST', '/environments', {
      parentId: places.eu,
      name: 'Copied',
      template: { environmentId: places.eu, templateId: id },
    })
    expect(copy.status).toBe(201)
    await advance()
    expect((await names(String(copy.body['id']))).rules).toEqual(['purchase Below active'])
  })
  it('an environment as a template is refused where a parent has the assessment, or something is missing: nothing is made', async () => {
    await assessment()
    const { id } = await keep()
    const child = {
      parentId: places.root,
      kind: undefined,
      geography: undefined,
      template: { environmentId: places.root, templateId: id },
    }
    expect(await make(child)).toMatchObject({
      status: 422,
      body: {
        details: {
          issues: [{ path: ['template', 'assessment', 'Pay out'], message: 'Pay out already exists.' }],
        },
      },
    })
    expect(await ok('POST', `${templates()}/check`, { templateId: id })).toMatchObject({
      blocked: true,
      problems: [{ severity: 'error', part: 'assessment', code: 'TPL005' }],
    })
    const row = await db().selectFrom('template').select('content').where('id', '=', id).executeTakeFirstOrThrow()
    const body = ruleBody('Lacking', {
      clauses: [{ name: 'c', section: 'prior', text: 'RETURN Reject() WHEN Velocity.gone(@"user.userId", 1d) > 1' }],
    })
    const pointer = { name: 'other', description: '', target: { assessment: 'Gone' } }
    await db()
      .updateTable('template')
      .set({
        content: JSON.stringify({
          ...(row.content as object),
          assessments: [],
          externalAssessments: [pointer],
          rules: [
            { assessment: 'purchase', type: 'decision', status: 'active', body },
            { assessment: 'Nothing', type: 'decision', status: 'active', body: { ...body, name: 'Stray' } },
          ],
        }),
      })
      .where('id', '=', id)
      .execute()
    const lacking = await make({ template: { environmentId: places.root, templateId: id } })
    expect(lacking.status).toBe(422)
    expect(
      (lacking.body['details'] as { issues: { path: string[] }[] }).issues.map(({ path }) => path.slice(1)),
    ).toEqual([
      ['externalAssessment', 'other'],
      ['decisionRule', 'Lacking'],
      ['decisionRule', 'Stray'],
    ])
    expect(
      await db()
        .selectFrom('environment')
        .select('id')
        .where('name', 'like', 'Made-%')
        .where('status', '!=', 'Active')
        .execute(),
    ).toEqual([])
  })
  it('an environment fails when a resource goes missing before it is made, and a retry goes on', async () => {
    await assessment()
    await publish('Own', 'RETURN Reject() WHEN @"metadata.eventId" == "1"', {
      eventType: 'Payout',
      environment: places.eu,
    })
    const { id } = await keep(places.eu)
    const made = await bench.call('admin', 'POST', '/environments', {
      parentId: places.eu,
      name: 'Late',
      template: { environmentId: places.eu, templateId: id },
    })
    expect(made.status).toBe(201)
    await db().updateTable('assessment').set({ api_name: 'Renamed' }).execute()
    await advance()
    const late = String(made.body['id'])
    expect(
      await db().selectFrom('environment').select(['status', 'failure']).where('id', '=', late).executeTakeFirst(),
    ).toEqual({ status: 'CreateFailed', failure: 'template' })
    expect((await names(late)).rules).toEqual([])
    await db().updateTable('assessment').set({ api_name: 'Payout' }).execute()
    await ok('POST', `/environments/${late}/retry`)
    await advance()
    expect(await bench.statusOf(late)).toBe('Active')
    expect((await names(late)).rules).toEqual(['Payout Own active'])
  })
  it('an environment as a template is not made of one with a custom assessment of the older kind', async () => {
    await assessment('custom')
    expect(await bench.call('admin', 'POST', templates(), { templateId: randomUUID(), name: 'X' })).toMatchObject({
      status: 409,
      body: { code: 'templates.legacyAssessment' },
    })
  })
  it('an environment as a template is used by those who may make environments and read templates, in their tenant', async () => {
    const { id } = await keep()
    const body = {
      parentId: places.root,
      kind: undefined,
      geography: undefined,
      template: { environmentId: places.root, templateId: id },
    }
    expect((await make(body, 'viewer')).status).toBe(403)
    expect((await make({ ...body, parentId: places.foreign }, 'outsider')).status).toBe(404)
    expect((await make({ template: { environmentId: places.root, templateId: id } }, 'outsider')).status).toBe(404)
    expect((await make({ template: { environmentId: places.foreign, templateId: id } }, 'outsider')).status).toBe(404)
    expect((await make({ ...body, parentId: places.eu }, 'local')).status).toBe(201)
  })
  it('an environment as a template is found by applications below the environment that keeps it', async () => {
    const { id } = await keep()
    const tree = new Map([
      [places.root, { id: places.root, parentId: null }],
      [places.eu, { id: places.eu, parentId: places.root }],
    ]) as never
    const context = { db: db(), tree, engine: bench.bench.engine, calls: calls as never }
    expect(await findParentTemplate(context, places.eu, id)).toMatchObject({
      template: 'Whole',
      content: { environment: { name: 'Harbor' } },
    })
    expect(await findParentTemplate(context, places.eu, randomUUID())).toBeNull()
    expect(await findParentTemplate(context, places.eu, 'no id')).toBeNull()
    expect(await findParentTemplate(context, places.foreign, id)).toBeNull()
  })
})
