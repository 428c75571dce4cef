import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleContract } from '../../contract/index.ts'
import type { ProcedureName } from '../../contract/procedure-rights.ts'
import { type ConsoleBench, now, openConsoleBench, places, ruleBody } from './testing/console-bench.ts'
import { requestBodyOf, requests } from './testing/procedure-requests.ts'

/*
 * Requests resources of one environment by their ids in others: in a sibling, in another tree of the tenant, in another
 * tenant. The caller has all rights there, and still reads nothing of it and changes nothing.
 */

/** Part of every text of the resources. */
const mark = 'OnlyInHarborEu'
const id = (number: number): string => `40000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const things = {
  rule: id(1),
  routing: id(2),
  set: id(3),
  function: id(4),
  list: id(5),
  source: id(6),
  call: id(7),
  pointer: id(8),
  backtest: id(9),
  training: id(10),
  view: id(11),
  ruleTemplate: id(12),
  assessmentTemplate: id(13),
  environmentTemplate: id(14),
  note: id(15),
  attachment: id(16),
  preview: id(17),
  reroute: id(18),
  dualRun: id(21),
  mirror: id(22),
}

/** How procedures of an area identify the resources. */
const named: Partial<Record<string, Record<string, unknown>>> = {
  rules: { ruleId: things.rule },
  routingRules: { ruleId: things.routing },
  routingPreviews: { previewId: things.preview, ruleId: things.routing },
  caseRouting: { rerouteId: things.reroute },
  branches: { branch: mark.toLowerCase() },
  backtests: { backtestId: things.backtest, subject: { kind: 'branch', branch: mark.toLowerCase() } },
  dualRuns: { dualRunId: things.dualRun },
  velocities: { setId: things.set },
  functions: { functionId: things.function },
  customLists: { listId: things.list, listIds: [things.list] },
  databaseLists: { listId: things.source },
  externalCalls: { callId: things.call },
  externalAssessments: { assessmentId: things.pointer },
  models: { trainingId: things.training },
  savedViews: { viewId: things.view },
  notes: { noteId: things.note, attachmentId: things.attachment },
  ruleTemplates: { templateId: things.ruleTemplate, ruleId: things.rule },
  assessmentTemplates: { templateId: things.assessmentTemplate },
  environmentTemplates: { templateId: things.environmentTemplate },
}
/** Procedures whose id is optional. */
const may: readonly ProcedureName[] = [
  'customLists.check',
  'databaseLists.test',
  'databaseLists.preview',
  'externalCalls.test',
]
const areaOf = (procedure: ProcedureName): string => procedure.split('.')[0] ?? ''
/**
 * Returns the request for a resource of `places.eu` in another environment; null when the procedure identifies no
 * resource.
 */
function requestFor(procedure: ProcedureName, environmentId: string): object | null {
  const names = named[areaOf(procedure)] ?? {}
  const input = requests[procedure](environmentId) as Record<string, unknown> | undefined
  const found = Object.entries(names).filter(
    ([key, value]) => input !== undefined && (key in input || (may.includes(procedure) && !Array.isArray(value))),
  )
  return input === undefined || found.length === 0 ? null : { ...input, ...Object.fromEntries(found) }
}
const procedures = Object.entries(consoleContract).flatMap(([area, members]) =>
  Object.keys(members).map(name => `${area}.${name}` as ProcedureName),
)
/** Trainings and re-routes are counted per environment: the same id in another environment is another one. */
const naming = procedures.filter(
  procedure => !['models.train', 'caseRouting.plan'].includes(procedure) && requestFor(procedure, places.us) !== null,
)

/**
 * Statuses of these instead of 404: the removal of a missing resource succeeds, and ids are unique in the installation.
 */
const otherwise: Partial<Record<ProcedureName, number>> = {
  'branches.remove': 200,
  'backtests.remove': 200,
  'backtests.cancel': 200,
  'routingPreviews.cancel': 200,
  'dualRuns.remove': 200,
  'dualRuns.cancel': 200,
  // Refused before any look-up: the file is empty.
  'dualRuns.start': 422,
  // Empty: the environment has no previews of the rule.
  'routingPreviews.list': 200,
  'customLists.remove': 200,
  'externalCalls.remove': 200,
  'externalAssessments.remove': 200,
  'ruleTemplates.remove': 200,
  'assessmentTemplates.remove': 200,
  'environmentTemplates.remove': 200,
  'velocities.create': 409,
  'functions.create': 409,
  'externalAssessments.create': 409,
  'environmentTemplates.create': 409,
  'notes.create': 409,
  'notes.detach': 200,
  // Refused before any look-up: the file is empty, the call names a parameter that it does not have.
  'customLists.create': 422,
  'notes.attach': 422,
  'ruleTemplates.add': 422,
  'assessmentTemplates.add': 422,
  'environmentTemplates.add': 422,
  'externalCalls.create': 422,
  'externalCalls.update': 422,
}

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  const body = JSON.stringify(ruleBody(mark))
  const by = { published_by: bench.person('admin').id, published_by_name: 'A' }
  const changed = { created_at: now, updated_by: bench.person('admin').id, updated_by_name: 'A', updated_at: now }
  const environment_id = places.eu
  for (const [rule, type] of [
    [things.rule, 'decision'],
    [things.routing, 'routing'],
  ] as const) {
    await db
      .insertInto('rule')
      .values({
        id: rule,
        environment_id,
        event_type: 'purchase',
        type,
        name: mark,
        status: 'active',
        position: 1,
        version: 1,
        body,
        ...by,
      })
      .execute()
    await db
      .insertInto('rule_version')
      .values({
        rule_id: rule,
        version: 1,
        environment_id,
        event_type: 'purchase',
        type,
        name: mark,
        status: 'active',
        body,
        ...by,
      })
      .execute()
    // The caller's own draft also belongs to that environment.
    await db
      .insertInto('rule_draft')
      .values({
        rule_id: rule,
        author_id: by.published_by,
        environment_id,
        event_type: 'purchase',
        type,
        author_name: 'A',
        body,
        base_version: 1,
        saved_at: now,
      })
      .execute()
  }
  for (const [table, resource] of [
    ['velocity_set', things.set],
    ['function', things.function],
  ] as const) {
    await db
      .insertInto(table)
      .values({
        id: resource,
        environment_id,
        name: mark,
        status: 'active',
        version: 1,
        body,
        ...by,
        published_at: now,
      })
      .execute()
    await db
      .insertInto(`${table}_version`)
      .values({
        resource_id: resource,
        version: 1,
        environment_id,
        name: mark,
        status: 'active',
        body,
        ...by,
        published_at: now,
      })
      .execute()
    await db
      .insertInto(`${table}_draft`)
      .values({
        resource_id: resource,
        author_id: by.published_by,
        environment_id,
        author_name: 'A',
        body,
        base_version: 1,
        saved_at: now,
      })
      .execute()
  }
  const list = { environment_id, description: mark, version: 1, columns: [mark], rows: 1, size: 1, ...changed }
  await db
    .insertInto('list')
    .values([
      { ...list, id: things.list, name: mark },
      { ...list, id: things.source, name: `${mark} 2`, source: 'cosmos' },
    ])
    .execute()
  await db
    .insertInto('list_version')
    .values({
      list_id: things.list,
      version: 1,
      columns: [mark],
      rows: 1,
      size: 1,
      file_name: mark,
      digest: '',
      restored_from: null,
      updated_by: changed.updated_by,
      updated_by_name: 'A',
      updated_at: now,
      content: new Uint8Array([1]),
    })
    .execute()
  await db
    .insertInto('list_source')
    .values({
      list_id: things.source,
      secret: mark,
      connection: JSON.stringify({
        kind: 'cosmos',
        account: mark,
        database: mark,
        container: mark,
        timeoutMs: 1,
        secret: { kept: true },
      }),
    })
    .execute()
  const call = requests['externalCalls.create'](null) as { body: object }
  await db
    .insertInto('external_call')
    .values({
      id: things.call,
      environment_id,
      name: mark,
      version: 1,
      body: JSON.stringify({ ...call.body, name: mark }),
      secrets: JSON.stringify({}),
      ...changed,
    })
    .execute()
  await db
    .insertInto('external_assessment')
    .values({
      id: things.pointer,
      environment_id,
      name: mark,
      version: 1,
      body: JSON.stringify({ name: mark, description: '', target: { environmentId: places.root, eventType: mark } }),
      ...changed,
    })
    .execute()
  await db
    .insertInto('backtest')
    .values({
      environment_id,
      id: things.backtest,
      event_type: 'purchase',
      kind: 'rule',
      name: mark,
      rule_id: things.rule,
      branch: null,
      body,
      from_at: now,
      to_at: now,
      state: 'waiting',
      digest: '',
      rules: '',
      events: 0,
      total: 0,
      failure: null,
      result: null,
      started_by: by.published_by,
      started_by_name: 'A',
      created_at: now,
    })
    .execute()
  await db
    .insertInto('backtest')
    .values({
      environment_id,
      id: things.preview,
      event_type: 'purchase',
      kind: 'routing',
      name: mark,
      rule_id: things.routing,
      branch: null,
      event_limit: 1,
      body,
      from_at: now,
      to_at: now,
      state: 'waiting',
      digest: '',
      rules: '',
      events: 0,
      total: 0,
      failure: null,
      result: null,
      started_by: by.published_by,
      started_by_name: 'A',
      created_at: now,
    })
    .execute()
  await db
    .insertInto('dual_run')
    .values({
      environment_id,
      id: things.dualRun,
      file_name: mark,
      file_size: 1,
      event_type: 'purchase',
      words: '[]',
      state: 'waiting',
      digest: '',
      content: new Uint8Array([1]),
      events: 0,
      total: 0,
      failure: null,
      report: null,
      report_sha256: null,
      started_by: by.published_by,
      started_by_name: 'A',
      created_at: now,
    })
    .execute()
  await db
    .insertInto('mirror')
    .values({
      environment_id,
      id: things.mirror,
      state: 'running',
      words: JSON.stringify([{ word: mark, decision: 'Reject' }]),
      started_by: by.published_by,
      started_by_name: mark,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('case_reroute')
    .values({
      environment_id,
      id: things.reroute,
      rules: '',
      plan: JSON.stringify({ checked: 0, unchecked: 0, unreadable: 0, moves: [], queues: { [mark]: mark } }),
      created_by: by.published_by,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('backtest_event')
    .values({
      environment_id,
      backtest_id: things.backtest,
      at: now,
      event_id: id(20),
      event_environment_id: environment_id,
      external_id: mark,
      before: 'Approve',
      after: 'Reject',
      rule: null,
      clause: null,
      amount_usd: null,
      label: null,
    })
    .execute()
  await db
    .insertInto('model_training')
    .values({
      environment_id,
      id: things.training,
      kind: 'risk',
      state: 'waiting',
      requested_by_name: mark,
      requested_at: now,
    })
    .execute()
  await db
    .insertInto('saved_view')
    .values({
      id: things.view,
      environment_id,
      area: 'search',
      owner_id: by.published_by,
      owner_name: 'A',
      name: mark,
      shared: true,
      state: JSON.stringify({ mark }),
      version: 1,
    })
    .execute()
  await db
    .insertInto('rule_branch')
    .values({
      environment_id,
      event_type: 'purchase',
      api_name: mark.toLowerCase(),
      id: id(21),
      name: mark,
      created_by: by.published_by,
      created_by_name: 'A',
    })
    .execute()
  // The event exists in every environment: only the id of the note leads to another one.
  const event = { event_type: 'purchase', external_id: 'Any', answer: '{}', at: now }
  await db
    .insertInto('event_key')
    .values(
      [places.eu, places.us, places.box, places.foreign].map((place, index) => ({
        ...event,
        environment_id: place,
        event_id: id(30 + index),
      })),
    )
    .execute()
  const noted = { environment_id, event_type: 'purchase', event_id: 'Any', created_at: now }
  await db
    .insertInto('note')
    .values({ ...noted, id: things.note, author_id: by.published_by, author_name: 'A', text: mark, mentions: '[]' })
    .execute()
  await db
    .insertInto('note_attachment')
    .values({
      ...noted,
      id: things.attachment,
      owner_id: by.published_by,
      name: mark,
      media_type: 'application/pdf',
      size: 1,
      digest: mark,
      content: new Uint8Array([1]),
    })
    .execute()
  const template = {
    environment_id,
    name: mark,
    description: '',
    source: mark,
    version: 1,
    content: JSON.stringify({ mark }),
    created_by: by.published_by,
    created_by_name: 'A',
    created_at: now,
  }
  await db
    .insertInto('template')
    .values([
      { ...template, id: things.ruleTemplate, kind: 'rule' },
      { ...template, id: things.assessmentTemplate, kind: 'assessment' },
      { ...template, id: things.environmentTemplate, kind: 'environment' },
    ])
    .execute()
})
afterAll(() => bench.close())

const tables = [
  'rule',
  'rule_version',
  'rule_draft',
  'rule_branch',
  'rule_experiment',
  'velocity_set',
  'velocity_set_version',
  'velocity_set_draft',
  'function',
  'function_version',
  'function_draft',
  'list',
  'external_call',
  'external_assessment',
  'backtest',
  'backtest_event',
  'dual_run',
  'mirror',
  'case_reroute',
  'model_training',
  'saved_view',
  'saved_view_default',
  'note',
  'note_attachment',
  'template',
  'audit_log',
] as const
/** Returns all data of the resources, and their audit entries. */
const everything = async () =>
  JSON.stringify([
    ...(await Promise.all(
      tables.map(table =>
        bench.store.db
          .selectFrom(table as 'rule')
          .selectAll()
          .where('environment_id', '=', places.eu)
          .execute(),
      ),
    )),
    ...(await Promise.all(
      (['list_version', 'list_source'] as const).map(table =>
        bench.store.db
          .selectFrom(table as 'list_source')
          .selectAll()
          .where('list_id', 'in', [things.list, things.source])
          .execute(),
      ),
    )),
  ])

async function call(as: string, procedure: ProcedureName, input: object): Promise<{ status: number; text: string }> {
  const sent = requestBodyOf(input)
  const response = await bench.app.request(`/api/console/rpc/${procedure.replace('.', '/')}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body: sent,
  })
  return { status: response.status, text: await response.text() }
}

describe('a thing of another environment', () => {
  it('a thing of another environment is named by procedures of every area that has things', () => {
    expect([...new Set(naming.map(areaOf))].toSorted()).toEqual(Object.keys(named).toSorted())
    expect(naming.length).toBeGreaterThan(90)
  })
  it.each(naming)('%s', async procedure => {
    const before = await everything()
    for (const [as, place] of [
      ['admin', places.us],
      ['admin', places.box],
      ['outsider', places.foreign],
    ] as const) {
      const { status, text } = await call(as, procedure, requestFor(procedure, place) ?? {})
      expect([as, place, status, text]).toEqual([
        as,
        place,
        otherwise[procedure] ?? 404,
        expect.not.stringContaining(mark),
      ])
    }
    expect(await everything()).toBe(before)
  })
})
