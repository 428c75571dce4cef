import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  Rule,
  RuleSummary,
  Template,
  TemplateCheck,
  TemplateContents,
  TemplateOutcome,
} from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'
import { fileOf, type Snapshot } from './template-file.ts'

let bench: ResourceBench
beforeAll(async () => {
  bench = await openResourceBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of [
    'template',
    'rule',
    'rule_draft',
    'rule_version',
    'rule_setting',
    'rule_branch',
    'assessment',
    'list_version',
    'list',
    'audit_log',
  ] as const)
    await bench.bench.store.db.deleteFrom(table).execute()
  await bench.engine.reloadRules()
})

const rules = (environment: string = places.root) => `${environment}/templates/rule`
const assessments = (environment: string = places.root) => `${environment}/templates/assessment`
const clauses = {
  'By amount': 'RETURN Reject("Amount") WHEN @"totalAmount" > 900',
  'By list': 'RETURN Review("Listed") WHEN ContainsKey("Risky", "SKU", @"productList.sku")',
}
const keepRule = async (rule: Rule, more: object = {}, as?: string) =>
  bench.request<Template>(
    'POST',
    rules(),
    { templateId: randomUUID(), name: 'Large orders', description: 'As in spring', ruleId: rule.id, ...more },
    as,
  )
const publish = (
  texts: Record<string, string> = { 'By amount': clauses['By amount'] },
  options: Parameters<ResourceBench['publishRule']>[2] = {},
) => bench.publishRule('Large orders', texts, options)
const audit = () =>
  bench.bench.store.db
    .selectFrom('audit_log')
    .select(['operation', 'resource_type', 'resource_name'])
    .where('resource_type', 'like', '%Template')
    .orderBy('at')
    .orderBy('id')
    .execute()
const form = (file: File, fields: Record<string, string> = {}) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append('file', file)
  return data
}
const fault = (answer: { status: number; json: unknown }) => [
  answer.status,
  (answer.json as { details?: { issues?: { path: string[] }[] } }).details?.issues?.[0]?.path,
]
async function assessment(apiName = 'Payout', environmentId: string = places.root): Promise<void> {
  await createAssessment(bench.bench.store.db, {
    id: randomUUID(),
    environmentId,
    kind: 'wizard',
    template: 'CardPayment',
    apiName,
    friendlyName: `Named ${apiName}`,
    hasLabel: true,
    dataSubjectIds: ['user.id'],
    settings: { sharing: 'shared', sampleResponse: { a: 1 } },
    schema: {
      sections: ['metadata', 'user'],
      custom: [
        { name: 'since', type: 'DateTime' },
        { name: 'place', type: 'Object', fields: [{ name: 'city', type: 'String' }] },
      ],
    },
    observations: [{ apiName: 'Status', template: 'AssessmentStatus' }],
    sample: { metadata: { eventId: '1' } },
    author: { id: randomUUID(), name: 'Somebody' },
  })
  await bench.engine.reloadRules()
}

describe('a rule as a template', () => {
  it('a rule as a template is kept once, told in the log, and found by the environments below', async () => {
    const rule = await publish()
    const templateId = randomUUID()
    const first = await keepRule(rule, { templateId })
    expect(first).toMatchObject({
      id: templateId,
      kind: 'rule',
      inherited: false,
      environment: 'Harbor',
      name: 'Large orders',
      source: 'Large orders',
      version: 1,
      createdBy: 'Name of engineer',
    })
    expect(await keepRule(rule, { templateId })).toEqual(first)
    expect((await bench.call('POST', rules(), { templateId, name: 'Another', ruleId: rule.id })).status).toBe(409)
    expect(await audit()).toEqual([
      { operation: 'Create', resource_type: 'RuleTemplate', resource_name: 'Large orders' },
    ])
    expect(await bench.request('GET', rules(), undefined, 'viewer')).toMatchObject({
      used: 1,
      limit: 50,
      templates: [{ id: templateId }],
    })
    expect(await bench.request('GET', rules(places.eu), undefined, 'local')).toMatchObject({
      used: 0,
      templates: [{ id: templateId, inherited: true, environment: 'Harbor' }],
    })
    expect(
      await bench.request<{ contents: TemplateContents }>(
        'GET',
        `${rules(places.eu)}/${templateId}`,
        undefined,
        'local',
      ),
    ).toMatchObject({
      contents: [
        { part: 'decisionRule', names: ['Large orders'] },
        { part: 'clause', names: ['By amount'] },
      ],
    })
  })
  it('a rule as a template is a snapshot: what is made of it is as the rule was, whatever became of that', async () => {
    const rule = await publish()
    const { id } = await keepRule(rule)
    await bench.request('DELETE', `${places.root}/rules/${rule.id}`)
    const { rule: made, outcome } = await bench.request<{ rule: Rule; outcome: TemplateOutcome }>(
      'POST',
      `${rules(places.eu)}/use`,
      { templateId: id, eventType: 'purchase', name: 'From above', description: 'Mine' },
      'local',
    )
    expect(made).toMatchObject({
      environmentId: places.eu,
      status: 'draft',
      published: null,
      draft: { name: 'From above', description: 'Mine', clauses: [{ name: 'By amount', text: clauses['By amount'] }] },
    })
    expect(outcome).toEqual([{ part: 'decisionRule', name: 'From above', outcome: 'created', problems: [] }])
    // The draft belongs to the user, and nothing is in force yet.
    expect(await bench.request<RuleSummary[]>('GET', `${places.eu}/rules/purchase`, undefined, 'admin')).toEqual([])
  })
  it('a rule as a template tells what the environment lacks; the draft is made, and not published before that is mended', async () => {
    await bench.request(
      'POST',
      `${places.root}/lists/custom`,
      form(new File(['SKU\nA\n'], 'r.csv'), { listId: randomUUID(), name: 'Risky', description: '' }),
    )
    await bench.engine.reloadRules()
    const { id } = await keepRule(await publish(clauses))
    expect(
      await bench.request<TemplateCheck>('POST', `${rules()}/check`, { templateId: id, eventType: 'purchase' }),
    ).toMatchObject({ blocked: false, problems: [], name: 'Large orders', description: 'As in spring' })
    const lacking = await bench.request<TemplateCheck>(
      'POST',
      `${rules(places.eu)}/check`,
      { templateId: id, eventType: 'purchase' },
      'local',
    )
    expect(lacking).toMatchObject({
      blocked: false,
      problems: [{ severity: 'error', part: 'decisionRule', name: 'Large orders', place: 'By list', code: 'FQL2007' }],
    })
    const { rule } = await bench.request<{ rule: Rule }>(
      'POST',
      `${rules(places.eu)}/use`,
      { templateId: id, eventType: 'purchase', name: 'Here', description: '' },
      'local',
    )
    expect(
      (await bench.call('POST', `${places.eu}/rules/${rule.id}/publish`, { status: 'active', baseVersion: 0 }, 'local'))
        .status,
    ).toBe(422)
  })
  it('a rule as a template loses the clauses that an assessment of the wizard has no section for, and says so', async () => {
    await assessment()
    const rule = await publish()
    const scored = await bench.request<Rule>('PUT', `${places.root}/rules/${rule.id}/draft`, {
      body: {
        ...rule.published,
        clauses: [
          ...(rule.published?.clauses ?? []),
          { name: 'By score', section: 'postRisk', text: 'RETURN Reject("Score") WHEN @"riskScore" > 900' },
        ],
      },
    })
    await bench.request('POST', `${places.root}/rules/${scored.id}/publish`, { status: 'active', baseVersion: 1 })
    const { id } = await keepRule(rule)
    const check = await bench.request<TemplateCheck>('POST', `${rules()}/check`, {
      templateId: id,
      eventType: 'Payout',
    })
    expect(check.problems).toMatchObject([
      { severity: 'error', part: 'clause', name: 'By score', code: 'TPL002', params: { target: 'Named Payout' } },
      { code: 'FQL3001' },
    ])
    const { rule: made, outcome } = await bench.request<{ rule: Rule; outcome: TemplateOutcome }>(
      'POST',
      `${rules()}/use`,
      { templateId: id, eventType: 'Payout', name: 'Fitted', description: '' },
    )
    expect(made.draft).toMatchObject({
      clauses: [{ name: 'By amount' }],
      sample: { payload: { metadata: { eventId: '1' } } },
    })
    expect(outcome.map(({ part, name, outcome: end }) => [part, name, end])).toEqual([
      ['decisionRule', 'Fitted', 'created'],
      ['clause', 'By score', 'skipped'],
    ])
  })
  it('a rule as a template is refused where nothing of it fits, and for a name that is taken or none', async () => {
    await assessment()
    const { id } = await keepRule(
      await publish({ Answer: 'DO SetResponse(level = 2)' }, { type: 'postDecision', eventType: 'Payout' }),
    )
    expect(
      await bench.request<TemplateCheck>('POST', `${rules()}/check`, { templateId: id, eventType: 'purchase' }),
    ).toMatchObject({ blocked: true, problems: [{ code: 'TPL003' }] })
    const use = (more: object) =>
      bench.call('POST', `${rules()}/use`, {
        templateId: id,
        eventType: 'Payout',
        name: 'Answers',
        description: '',
        ...more,
      })
    expect(fault(await use({ eventType: 'purchase' }))).toEqual([422, ['eventType']])
    expect(fault(await use({ name: '!a-b' }))).toEqual([422, ['name']])
    expect(fault(await use({ name: 'large orders' }))).toEqual([422, ['body', 'name']])
    expect((await use({ eventType: 'None' })).status).toBe(404)
    expect((await use({ branch: 'none' })).status).toBe(404)
    expect((await use({ templateId: undefined })).status).toBe(422)
    expect((await use({})).status).toBe(200)
  })
  it('a rule as a template is made of a published rule of production, and of this environment', async () => {
    const body = {
      name: 'Draft only',
      description: '',
      condition: '',
      clauses: [{ name: 'c', section: 'prior', text: 'RETURN Reject()' }],
      sample: { payload: {}, riskScore: 1 },
    }
    const draft = await bench.request<Rule>('POST', `${places.root}/rules/purchase`, { body })
    const make = (rule: Rule, environment: string, as = 'engineer') =>
      bench.call('POST', rules(environment), { templateId: randomUUID(), name: 'T', ruleId: rule.id }, as)
    expect(fault(await make(draft, places.root))).toEqual([422, ['ruleId']])
    const published = await publish()
    await bench.request('POST', `${places.root}/branches/purchase`, {
      apiName: 'trial',
      name: 'Trial',
      from: 'production',
      ruleIds: [published.id],
    })
    const [copy] = await bench.request<RuleSummary[]>('GET', `${places.root}/rules/purchase?branch=trial`)
    expect(fault(await make({ id: copy?.id ?? '' } as Rule, places.root))).toEqual([422, ['ruleId']])
    expect((await make(published, places.eu)).status).toBe(404)
    expect((await make(published, places.foreign, 'outsider')).status).toBe(404)
    expect(await bench.request('POST', `${rules()}/compose`, { ruleId: published.id })).toEqual({
      source: 'Large orders',
      contents: [
        { part: 'decisionRule', names: ['Large orders'] },
        { part: 'clause', names: ['By amount'] },
      ],
    })
  })
})

describe('the library', () => {
  it('the names of templates of a kind are unique in any letter case; the last change wins only when it saw the others', async () => {
    const rule = await publish()
    const { id } = await keepRule(rule)
    expect(
      fault(await bench.call('POST', rules(), { templateId: randomUUID(), name: 'LARGE orders', ruleId: rule.id })),
    ).toEqual([422, ['name']])
    const change = (more: object, as = 'engineer') =>
      bench.call<Template>(
        'PATCH',
        `${rules()}/${id}`,
        { name: 'Huge orders', description: '', baseVersion: 1, ...more },
        as,
      )
    expect((await change({})).json).toMatchObject({ version: 2, name: 'Huge orders', description: '' })
    expect((await change({})).json).toMatchObject({ version: 2 })
    expect(await change({ name: 'Other' }, 'colleague')).toMatchObject({
      status: 409,
      json: { code: 'version.conflict' },
    })
    expect((await change({ name: '  ' })).status).toBe(422)
    const other = await keepRule(rule)
    expect(
      fault(
        await bench.call('PATCH', `${rules()}/${other.id}`, { name: 'huge orders', description: '', baseVersion: 1 }),
      ),
    ).toEqual([422, ['name']])
    expect(await bench.request('DELETE', `${rules()}/${id}`)).toEqual({ deleted: true })
    expect(await bench.request('DELETE', `${rules()}/${id}`)).toEqual({ deleted: false })
    expect((await audit()).map(({ operation }) => operation).toSorted()).toEqual([
      'Create',
      'Create',
      'Delete',
      'Update',
    ])
  })
  it('the library is managed where it is kept, by those who may, and is nothing to another tenant', async () => {
    const { id } = await keepRule(await publish())
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'X', description: '', baseVersion: 1 }],
      ['DELETE', '', undefined],
    ] as const) {
      expect((await bench.call(method, `${rules(places.eu)}/${id}${path}`, body, 'local')).status).toBe(404)
      expect((await bench.call(method, `${rules()}/${id}${path}`, body, 'viewer')).status).toBe(403)
    }
    expect((await bench.call('GET', `${rules()}/${id}/file`, undefined, 'viewer')).status).toBe(403)
    expect(
      (
        await bench.call(
          'POST',
          `${rules()}/use`,
          { templateId: id, eventType: 'purchase', name: 'No', description: '' },
          'viewer',
        )
      ).status,
    ).toBe(403)
    expect((await bench.call('GET', rules(), undefined, 'support')).status).toBe(403)
    expect((await bench.call('GET', rules(), undefined, 'outsider')).status).toBe(404)
    expect((await bench.call('GET', `${rules(places.foreign)}/${id}`, undefined, 'outsider')).status).toBe(404)
    expect(
      (
        await bench.call(
          'POST',
          `${rules(places.foreign)}/use`,
          { templateId: id, eventType: 'purchase', name: 'No', description: '' },
          'outsider',
        )
      ).status,
    ).toBe(404)
    // A sibling is not a parent, and its templates are not visible there.
    expect((await bench.call('GET', `${rules(places.box)}/${id}`, undefined, 'admin')).status).toBe(404)
  })
  it('the library keeps 50 templates of rules', async () => {
    const rule = await publish()
    for (let number = 0; number < 50; number++) await keepRule(rule, { name: `T${number}` })
    expect(
      await bench.call('POST', rules(), { templateId: randomUUID(), name: 'One more', ruleId: rule.id }),
    ).toMatchObject({ status: 409, json: { code: 'templates.limit', details: { limit: 50 } } })
    // Another environment has a limit of its own.
    expect(await bench.request('GET', rules(places.eu), undefined, 'local')).toMatchObject({ used: 0 })
  })
  it('the library takes and gives files, the same each time', async () => {
    const rule = await publish()
    const { id } = await keepRule(rule)
    const ask = async (path: string, init: RequestInit = {}) =>
      bench.bench.app.request(`/api/console/v1/environments/${path}`, {
        ...init,
        headers: {
          authorization: 'Bearer engineer',
          ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      })
    const [stored, direct] = [
      await ask(`${rules()}/${id}/file`),
      await ask(`${rules()}/export`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Large orders', description: 'As in spring', ruleId: rule.id }),
      }),
    ]
    const text = await stored.text()
    expect(stored.headers.get('content-disposition')).toContain('Large orders.rule.json')
    expect(JSON.parse(text)).toEqual(JSON.parse(await direct.text()))
    const added = await bench.request<Template>(
      'POST',
      `${rules(places.eu)}/import`,
      form(new File([text], 'x.json'), { templateId: randomUUID(), name: 'Brought', description: 'by file' }),
      'local',
    )
    expect(added).toMatchObject({ name: 'Brought', description: 'by file', source: 'Large orders', inherited: false })
    const used = await bench.request<{ rule: Rule }>(
      'POST',
      `${rules()}/use`,
      form(new File([text], 'x.json'), { eventType: 'purchase', name: 'Out of a file', description: '' }),
    )
    expect(used.rule.draft?.clauses).toEqual(rule.published?.clauses)
  })
  it('the library says what is wrong with a file', async () => {
    const snapshot: Snapshot<'rule'> = {
      kind: 'rule',
      name: 'N',
      description: '',
      source: 'S',
      content: {
        assessment: { key: 'purchase', name: 'Purchase', kind: 'builtIn' },
        type: 'decision',
        body: (await publish()).published as never,
      },
    }
    const good = JSON.parse(await fileOf(snapshot).text()) as Record<string, unknown>
    const sent = async (content: unknown) =>
      fault(
        await bench.call(
          'POST',
          `${rules()}/import`,
          form(new File([typeof content === 'string' ? content : JSON.stringify(content)], 'x.json'), {
            templateId: randomUUID(),
            name: 'T',
            description: '',
          }),
        ),
      )
    expect(await sent('{')).toEqual([422, ['file', 'json']])
    expect(await sent({ hello: 1 })).toEqual([422, ['file', 'format']])
    expect(await sent({ ...good, kind: 'environment' })).toEqual([422, ['file', 'kind']])
    expect(await sent({ ...good, version: 2 })).toEqual([422, ['file', 'version']])
    expect(await sent({ ...good, content: { ...(good['content'] as object), body: { name: 'x' } } })).toEqual([
      422,
      ['file', 'content'],
    ])
    expect(await sent(`"${'x'.repeat(20 * 1024 * 1024)}"`)).toEqual([422, ['file', 'size']])
    expect(await bench.request('GET', rules())).toMatchObject({ used: 0 })
  })
})

describe('an assessment as a template', () => {
  const keep = () =>
    bench.request<Template>(
      'POST',
      assessments(),
      { templateId: randomUUID(), name: 'Payouts', eventType: 'Payout' },
      'admin',
    )
  const use = (body: object, as = 'admin', environment: string = places.root) =>
    bench.call<{ eventType: string; outcome: TemplateOutcome }>(
      'POST',
      `${assessments(environment)}/use`,
      { assessmentId: randomUUID(), apiName: 'Payout2', friendlyName: 'Second payout', ...body },
      as,
    )
  it('an assessment as a template holds attributes, label, observations, settings and published rules, and makes the like', async () => {
    await assessment()
    await publish({ Check: 'RETURN Reject("Young") WHEN @"custom.since".ToString() == ""' }, { eventType: 'Payout' })
    await bench.publishRule(
      'Answers',
      { Answer: 'DO SetResponse(level = 2)' },
      { type: 'postDecision', eventType: 'Payout' },
    )
    await bench.request('PUT', `${places.root}/rules/Payout/settings/evaluation`, {
      evaluation: 'first',
      baseVersion: 0,
    })
    expect(await bench.request('GET', `${assessments()}/sources`, undefined, 'admin')).toEqual([
      { eventType: 'Payout', name: 'Named Payout' },
    ])
    const { id, source } = await keep()
    expect(source).toBe('Named Payout')
    expect(
      (await bench.request<{ contents: TemplateContents }>('GET', `${assessments()}/${id}`, undefined, 'viewer'))
        .contents,
    ).toEqual([
      { part: 'assessment', names: ['Named Payout'] },
      { part: 'attribute', names: ['metadata', 'user', 'custom.since', 'custom.place', 'custom.place.city'] },
      { part: 'label', names: ['Label'] },
      { part: 'observation', names: ['Status'] },
      { part: 'settings', names: ['Named Payout'] },
      { part: 'decisionRule', names: ['Large orders'] },
      { part: 'postDecisionAction', names: ['Answers'] },
    ])
    expect(await bench.request('POST', `${assessments()}/check`, { templateId: id }, 'admin')).toMatchObject({
      blocked: false,
      apiName: 'Payout',
      problems: [{ severity: 'warning', code: 'TPL005' }],
    })
    const assessmentId = randomUUID()
    const made = await use({ templateId: id, assessmentId })
    expect(made.json.outcome.map(({ part, outcome }) => [part, outcome])).toEqual([
      ['assessment', 'created'],
      ['settings', 'created'],
      ['decisionRule', 'created'],
      ['postDecisionAction', 'created'],
    ])
    expect((await use({ templateId: id, assessmentId })).json).toEqual(made.json)
    const row = await bench.bench.store.db
      .selectFrom('assessment')
      .selectAll()
      .where('api_name', '=', 'Payout2')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      template: 'CardPayment',
      has_label: true,
      settings: { sharing: 'shared', sampleResponse: { a: 1 }, dataSubjectIds: ['user.id'] },
      observations: [{ apiName: 'Status' }],
    })
    expect(await bench.request('GET', `${places.root}/rules/Payout2`)).toMatchObject([
      { type: 'decision', status: 'active' },
      { type: 'postDecision', status: 'active' },
    ])
    expect(await bench.request('GET', `${places.root}/rules/Payout2/settings`)).toMatchObject({ evaluation: 'first' })
    expect(
      await bench.bench.store.db
        .selectFrom('audit_log')
        .select('operation')
        .where('resource_type', '=', 'Assessment')
        .execute(),
    ).toEqual([{ operation: 'Create' }])
  })
  it('an assessment as a template leaves out the rules that name what is not there, and reports them', async () => {
    await assessment()
    await bench.request(
      'POST',
      `${places.root}/lists/custom`,
      form(new File(['SKU\nA\n'], 'r.csv'), { listId: randomUUID(), name: 'Risky', description: '' }),
    )
    await bench.engine.reloadRules()
    await publish({ Listed: 'RETURN Reject() WHEN ContainsKey("Risky", "SKU", @"user.id")' }, { eventType: 'Payout' })
    await bench.publishRule('Plain', { All: 'RETURN Approve() WHEN @"user.id" == "1"' }, { eventType: 'Payout' })
    const { id } = await keep()
    const { rules: own } = { rules: await bench.request<RuleSummary[]>('GET', `${places.root}/rules/Payout`) }
    await bench.request('DELETE', `${places.root}/rules/${own[0]?.id ?? ''}`)
    const [list] = (await bench.request<{ rows: { id: string }[] }>('GET', `${places.root}/lists/custom`)).rows
    await bench.request('POST', `${places.root}/lists/custom/remove`, { listIds: [list?.id] })
    await bench.engine.reloadRules()
    expect(
      await bench.request<TemplateCheck>('POST', `${assessments()}/check`, { templateId: id }, 'admin'),
    ).toMatchObject({
      blocked: false,
      problems: [
        { code: 'TPL005' },
        { severity: 'error', part: 'decisionRule', name: 'Large orders', code: 'FQL2007' },
      ],
    })
    const { json } = await use({ templateId: id })
    expect(
      json.outcome.map(({ name, outcome, problems }) => [name, outcome, problems.map(({ code }) => code)]),
    ).toEqual([
      ['Second payout', 'created', []],
      ['Large orders', 'skipped', ['FQL2007']],
      ['Plain', 'created', []],
    ])
  })
  it('an assessment as a template is refused for a name that is taken or none, outside of a root, and to those who may not', async () => {
    await assessment()
    const { id } = await keep()
    expect((await use({ templateId: id, apiName: 'payout' })).json).toMatchObject({ code: 'assessment.exists' })
    expect(fault(await use({ templateId: id, apiName: 'purchase' }))).toEqual([422, ['apiName']])
    expect(fault(await use({ templateId: id, friendlyName: '!' }))).toEqual([422, ['friendlyName']])
    expect(await bench.request('POST', `${assessments(places.eu)}/check`, { templateId: id }, 'admin')).toMatchObject({
      blocked: true,
    })
    expect(fault(await use({ templateId: id }, 'admin', places.eu))).toEqual([422, ['environmentId']])
    expect((await use({ templateId: id }, 'viewer')).status).toBe(403)
    expect((await use({ templateId: id }, 'engineer')).status).toBe(403)
    expect((await use({ templateId: id }, 'outsider', places.foreign)).status).toBe(404)
    expect(
      (
        await bench.call(
          'POST',
          assessments(places.eu),
          { templateId: randomUUID(), name: 'X', eventType: 'Payout' },
          'admin',
        )
      ).status,
    ).toBe(404)
  })
})
