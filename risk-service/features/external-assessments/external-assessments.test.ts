import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { places, ruleBody } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { type CallBench, callBody, openCallBench } from '../external-calls/testing/call-bench.ts'

let on: CallBench
const otherRoot = places.box
const author = { id: randomUUID(), name: 'Test' }

async function assessment(environmentId: string, apiName: string): Promise<void> {
  await createAssessment(on.ports.db, {
    id: randomUUID(),
    environmentId,
    kind: 'wizard',
    template: 'Custom',
    apiName,
    friendlyName: `${apiName} check`,
    observations: [{ apiName: 'Outcome', template: 'Custom' }],
    hasLabel: true,
    sample: event('sample'),
    author,
  })
}
const event = (id: string, more: object = {}) => ({
  metadata: { eventId: id, timestamp: '2025-11-20T11:00:00Z' },
  ...more,
})

beforeAll(async () => {
  on = await openCallBench()
  for (const name of ['Outer', 'Kyc', 'Third', 'Fourth', 'Fifth']) await assessment(places.root, name)
  await assessment(otherRoot, 'Elsewhere')
  await assessment(places.foreign, 'Foreign')
  await on.engine.reloadRules()
})
afterAll(() => on.close())

const path = `${places.root}/external-assessments`
const body = (name: string, eventType = 'Kyc', environmentId: string = places.root) => ({
  name,
  description: '',
  target: { environmentId, eventType },
})
async function point(name: string, eventType: string, environmentId: string = places.root): Promise<string> {
  const id = randomUUID()
  const made = await on.request('admin', 'POST', `${environmentId}/external-assessments`, {
    assessmentId: id,
    body: body(name, eventType),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return id
}
async function publish(
  eventType: string,
  text: string,
  branch = 'production',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const made = await on.request('engineer', 'POST', `${places.root}/rules/${eventType}`, {
    branch,
    body: ruleBody(`r${randomUUID().slice(0, 8)}`, {
      clauses: [{ name: 'c', section: 'prior', text }],
      sample: { payload: {}, riskScore: 0 },
    }),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return on.request('engineer', 'POST', `${places.root}/rules/${String(made.body.id)}/publish`, {
    status: 'active',
    baseVersion: 0,
  })
}
async function decide(eventType: string, id: string, more: object = {}) {
  const result = await on.engine.decide({
    environmentId: places.root,
    eventType,
    body: event(id, more),
    correlationId: 'c-1',
    receivedAt: on.ports.clock(),
    backfill: false,
    diagnostics: true,
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
  return JSON.parse(result.answer) as {
    decisionDetails: { merchantRuleDecision: string; reasons: string[] }
    customProperties: Record<string, Record<string, unknown>>
    diagnostics: { externalCalls: object[] }
  }
}
const stored = async (id: string) =>
  (
    await on.ports.db
      .selectFrom('event_key')
      .select('event_type')
      .where('external_id', '=', id)
      .orderBy('event_type')
      .execute()
  ).map(({ event_type }) => event_type)

describe('external assessments', () => {
  it('external assessments offer the private assessments of the same root environment and shared ones of the tenant', async () => {
    const names = async (environmentId: string) =>
      (
        (await on.request('admin', 'GET', `${environmentId}/external-assessments/targets`)).body as unknown as {
          eventType: string
        }[]
      ).map(({ eventType }) => eventType)
    expect(await names(places.eu)).toEqual(['Fifth', 'Fourth', 'Kyc', 'Outer', 'Third'])
    expect(await names(otherRoot)).toEqual(['Elsewhere'])
    expect(
      (
        await on.request('admin', 'POST', path, {
          assessmentId: randomUUID(),
          body: body('other', 'Elsewhere', otherRoot),
        })
      ).status,
    ).toBe(422)
    const configuration = `${otherRoot}/external-assessments/targets/Elsewhere`
    expect((await on.request('admin', 'GET', configuration)).body).toEqual({ sharing: 'private', sampleResponse: null })
    const nested: unknown = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)
    expect(
      await on.request('admin', 'PUT', configuration, { sharing: 'shared', sampleResponse: nested }),
    ).toMatchObject({
      status: 422,
      body: { message: 'This is nested too deeply: at most 1000 levels.' },
    })
    // The store returns the fields in another order: the second call changes nothing.
    for (let round = 0; round < 2; round++)
      expect(
        (await on.request('admin', 'PUT', configuration, { sharing: 'shared', sampleResponse: { aa: 1, b: 2 } })).body,
      ).toEqual({ sharing: 'shared', sampleResponse: { aa: 1, b: 2 } })
    expect(await names(places.eu)).toContain('Elsewhere')
    const id = randomUUID()
    const made = await on.request('admin', 'POST', path, {
      assessmentId: id,
      body: body('other', 'Elsewhere', otherRoot),
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        target: {
          sharing: 'shared',
          sampleResponse: { aa: 1, b: 2 },
          environmentPath: 'Harbor box',
          interfaces: [
            {
              kind: 'evaluate',
              fql: 'Assessments.Elsewhere.Evaluate($baseInput = @@)',
              required: ['metadata.eventId', 'metadata.timestamp'],
            },
            { kind: 'observe', observation: 'Outcome', required: ['metadata.primaryEventId', 'metadata.timestamp'] },
            { kind: 'label' },
          ],
        },
      },
    })
    expect(await on.request('admin', 'PUT', configuration, { sharing: 'private', sampleResponse: null })).toMatchObject(
      {
        status: 409,
        body: { code: 'externalAssessments.shared' },
      },
    )
    await on.request('admin', 'DELETE', `${path}/${id}`)
    expect((await on.request('admin', 'PUT', configuration, { sharing: 'private', sampleResponse: null })).status).toBe(
      200,
    )
    const audits = await on.ports.db
      .selectFrom('audit_log')
      .select('resource_type')
      .where('environment_id', '=', otherRoot)
      .execute()
    expect(audits.map(({ resource_type }) => resource_type)).toEqual(['Assessment', 'Assessment'])
    // Assessments are configured in their root environment.
    expect((await on.request('admin', 'GET', `${places.eu}/external-assessments/targets/Kyc`)).status).toBe(404)
  })

  it('external assessments name who uses them', async () => {
    const id = await point('asked', 'Kyc')
    const dependents = (as: string, environment: string = places.root) =>
      on.request(as, 'GET', `${environment}/external-assessments/${id}/dependents`)
    expect((await dependents('viewer')).body).toEqual([])
    const text = 'RETURN Reject() WHEN Assessments.asked.Evaluate($baseInput = @@).x == 1'
    const rule = randomUUID()
    await on.ports.db
      .insertInto('rule')
      .values({
        id: rule,
        environment_id: places.root,
        event_type: 'purchase',
        name: 'Asking',
        status: 'active',
        position: 77,
        version: 1,
        published_by: randomUUID(),
        published_by_name: 'E',
        body: JSON.stringify(ruleBody('Asking', { clauses: [{ name: 'c', section: 'prior', text }] })),
      })
      .execute()
    expect((await dependents('viewer')).body).toMatchObject([{ resource: 'rule', id: rule, name: 'Asking' }])
    expect([
      (await dependents('support')).status,
      (await dependents('admin', places.eu)).status,
      (await dependents('outsider')).status,
      (await dependents('outsider', places.foreign)).status,
    ]).toEqual([403, 404, 404, 404])
    await on.ports.db.deleteFrom('rule').where('id', '=', rule).execute()
    await on.request('engineer', 'DELETE', `${path}/${id}`)
  })

  it('external assessments are made and changed once, by those with the right, in their environment', async () => {
    const id = randomUUID()
    for (let round = 0; round < 2; round++)
      expect((await on.request('engineer', 'POST', path, { assessmentId: id, body: body('mine') })).body).toMatchObject(
        {
          version: 1,
        },
      )
    for (let round = 0; round < 2; round++)
      expect(
        (await on.request('engineer', 'PUT', `${path}/${id}`, { body: body('renamed'), baseVersion: 1 })).body,
      ).toMatchObject({ version: 2 })
    expect(
      await on.request('colleague', 'PUT', `${path}/${id}`, { body: body('again'), baseVersion: 1 }),
    ).toMatchObject({
      status: 409,
      body: { code: 'version.conflict' },
    })
    for (const as of ['support', 'outsider', 'local'])
      expect([403, 404]).toContain(
        (await on.request(as, 'PUT', `${path}/${id}`, { body: body('x'), baseVersion: 2 })).status,
      )
    expect((await on.request('viewer', 'PUT', `${path}/${id}`, { body: body('x'), baseVersion: 2 })).status).toBe(403)
    expect((await on.request('admin', 'GET', `${places.eu}/external-assessments/${id}`)).status).toBe(404)
    expect(
      (await on.request('engineer', 'POST', path, { assessmentId: randomUUID(), body: body('RENAMED') })).status,
    ).toBe(422)
    expect((await on.request('engineer', 'DELETE', `${path}/${id}`)).body).toEqual({ deleted: true })
  })

  it('external assessments evaluate, observe and label another assessment, which stores the event as its own', async () => {
    await publish('Kyc', 'RETURN Reject("underage") WHEN @"custom.age".ToInt32() < 18')
    const id = await point('Kyc', 'Kyc')
    const published = await publish(
      'Outer',
      `LET $r = Assessments.Kyc.Evaluate($baseInput = @@, custom = { age: 17 })
LET $d = $r.GetDiagnostics()
LET $o = Assessments.Kyc.Observe("Outcome", metadata = { primaryEventId: @"metadata.eventId", timestamp: @"metadata.timestamp" })
LET $l = Assessments.Kyc.Label($baseInput = @@, label = { labelObjectType: "Event", labelObjectId: @"metadata.eventId", labelSource: "ManualReview", isFraud: true })
OBSERVE Output(inner = $r.decisionDetails.merchantRuleDecision, status = $d.HttpStatusCode, observed = $o.succeeded, labelled = $l.succeeded)
RETURN Review($r.decisionDetails.reasons[0].AsString()) WHEN $r.decisionDetails.merchantRuleDecision == "Reject"`,
    )
    expect(published.status, JSON.stringify(published.body)).toBe(200)
    const answer = await decide('Outer', 'e-1')
    expect(answer).toMatchObject({
      decisionDetails: { merchantRuleDecision: 'Review', reasons: ['underage'] },
      customProperties: { c: { inner: 'Reject', status: 200, observed: true, labelled: true } },
    })
    expect(answer.diagnostics.externalCalls).toMatchObject([
      { name: 'Kyc', status: 'Success', httpStatus: 200 },
      { name: 'Kyc', status: 'Success' },
      { name: 'Kyc', status: 'Success' },
    ])
    expect(await stored('e-1')).toEqual(['Kyc', 'Outer'])
    expect(
      (await on.ports.db.selectFrom('data_event').select('event_type').execute()).map(({ event_type }) =>
        event_type.toLowerCase(),
      ),
    ).toContain('kyc:outcome')
    expect((await on.request('engineer', 'GET', `${path}/${id}`)).body).toMatchObject({
      used: true,
      usedByActive: true,
    })
    expect(await on.request('engineer', 'DELETE', `${path}/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'resource.used' },
    })
    expect(await on.request('engineer', 'PUT', `${path}/${id}`, { body: body('New'), baseVersion: 1 })).toMatchObject({
      status: 409,
      body: { code: 'externalAssessments.locked' },
    })
    const [listed] = (await on.request('engineer', 'GET', path)).body as unknown as {
      figures: { requests: number; successRate: number }
    }[]
    expect(listed?.figures).toMatchObject({ requests: 3, successRate: 1 })
    expect(
      (await on.request('viewer', 'GET', `${path}/${id}/performance?from=2025-11-20T00:00:00Z&to=2025-11-21T00:00:00Z`))
        .body,
    ).toMatchObject({ figures: { requests: 3 }, errors: [] })
  })

  it('external assessments give null for a request that the target refuses, and say why', async () => {
    await point('Bad', 'Kyc')
    await publish(
      'Third',
      'LET $r = Assessments.Bad.Evaluate(custom = { age: 1 })\nOBSERVE Output(empty = $r.decisionDetails.merchantRuleDecision.AsString())',
    )
    const answer = await decide('Third', 'e-2')
    expect(answer.customProperties).toEqual({ c: { empty: '' } })
    expect(answer.diagnostics.externalCalls).toMatchObject([
      { name: 'Bad', status: 'ResponseFailure', httpStatus: 400 },
    ])
    expect(await stored('e-2')).toEqual(['Third'])
  })

  it('external assessments are tested with the sample of the target, of which nothing is stored', async () => {
    const tested = await on.request('engineer', 'POST', `${path}/test`, { body: body('any', 'Kyc') })
    expect(tested.body).toMatchObject({
      ok: true,
      httpStatusCode: 200,
      response: { decisionDetails: { merchantRuleDecision: 'Reject' } },
    })
    expect(await stored('sample')).toEqual([])
  })

  it('external assessments may not let an assessment reach itself by a branch that becomes production', async () => {
    for (const name of ['Sixth', 'Seventh']) await assessment(places.root, name)
    await on.engine.reloadRules()
    await Promise.all([point('ToSixth', 'Sixth'), point('ToSeventh', 'Seventh')])
    expect((await publish('Sixth', 'RETURN Reject() WHEN false')).status).toBe(200)
    expect(
      (
        await on.request('engineer', 'POST', `${places.root}/branches/Sixth`, {
          apiName: 'next',
          name: 'Next',
          from: 'production',
          ruleIds: [],
        })
      ).status,
    ).toBeLessThan(300)
    const calling = (name: string) =>
      `LET $r = Assessments.${name}.Evaluate($baseInput = @@)\nRETURN Reject() WHEN $r.x == "1"`
    expect((await publish('Sixth', calling('ToSeventh'), 'next')).status).toBe(200)
    expect((await publish('Seventh', calling('ToSixth'))).status).toBe(200)
    expect(await on.request('engineer', 'POST', `${places.root}/branches/Sixth/next/promote`, {})).toMatchObject({
      status: 422,
      body: {
        details: {
          issues: [
            {
              path: ['branch'],
              message: 'The assessment would call itself: Assessments.ToSeventh, then Assessments.ToSixth.',
            },
          ],
        },
      },
    })
    expect(
      (
        await on.ports.db
          .selectFrom('rule')
          .select('branch')
          .where('event_type', '=', 'Sixth')
          .orderBy('branch')
          .execute()
      ).map(({ branch }) => branch),
    ).toEqual(['next', 'production'])
  })

  it('external assessments may not let an assessment reach itself, directly or through another', async () => {
    await point('Self', 'Fourth')
    expect(
      await publish('Fourth', 'LET $r = Assessments.Self.Evaluate($baseInput = @@)\nRETURN Reject() WHEN $r.x == "1"'),
    ).toMatchObject({
      status: 422,
      body: { details: { issues: [{ message: 'The assessment would call itself: Assessments.Self.' }] } },
    })
    const next = await point('Next', 'Fifth')
    expect(
      (await publish('Fourth', 'LET $r = Assessments.Next.Evaluate($baseInput = @@)\nRETURN Reject() WHEN $r.x == "1"'))
        .status,
    ).toBe(200)
    expect(
      (await publish('Fifth', 'LET $r = Assessments.Self.Evaluate($baseInput = @@)\nRETURN Reject() WHEN $r.x == "1"'))
        .status,
    ).toBe(422)
    expect(
      await on.request('engineer', 'PUT', `${path}/${next}`, { body: body('Next', 'Fourth'), baseVersion: 1 }),
    ).toMatchObject({ status: 422 })
  })

  it('external assessments are nested three deep at most when events run (FQL4008)', async () => {
    const reader = (depth: number) => on.calls.reader(places.root, { correlationId: null, eventType: 'Outer', depth })
    const call = async (depth: number) =>
      reader(depth).assessment({ name: 'Kyc' }, 'evaluate', event(randomUUID()), null)
    expect(await call(2)).toMatchObject({ errorMessage: '', httpStatusCode: 200 })
    expect(await call(3)).toMatchObject({ errorMessage: 'External assessments are nested too deeply.', response: null })
  })

  it('external assessments share the time of the event that came from outside', async () => {
    const call = async (until: number) =>
      on.calls
        .reader(places.root, { correlationId: null, eventType: 'Outer', depth: 0, until })
        .assessment({ name: 'Kyc' }, 'evaluate', event(randomUUID()), null)
    expect(await call(performance.now() + 4000)).toMatchObject({ errorMessage: '', httpStatusCode: 200 })
    expect(await call(performance.now())).toMatchObject({ errorMessage: 'Timeout', response: null })
  })
})

describe('experiments beside production', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('an experiment makes external calls when it is set up so (%s)', async (callExternal, requests) => {
    const id = randomUUID()
    await on.request('engineer', 'POST', `${places.root}/external-calls`, {
      callId: id,
      body: callBody(on.origin, { name: `shadow${requests}` }),
    })
    const branch = { id: randomUUID(), api_name: `b${requests}` }
    await on.ports.db
      .insertInto('rule_branch')
      .values({
        ...branch,
        environment_id: places.root,
        event_type: 'purchase',
        name: branch.api_name,
        created_by: author.id,
        created_by_name: author.name,
      })
      .execute()
    await on.ports.db
      .insertInto('rule')
      .values({
        id: randomUUID(),
        environment_id: places.root,
        event_type: 'purchase',
        branch: branch.api_name,
        name: 'r',
        status: 'active',
        position: 1,
        version: 1,
        published_by: author.id,
        published_by_name: author.name,
        body: JSON.stringify(
          ruleBody('r', {
            clauses: [
              {
                name: 'c',
                section: 'prior',
                text: `LET $r = External.shadow${requests}("1")\nRETURN Reject(($r.lineAge).AsString()) WHEN $r.lineAge < 100`,
              },
            ],
          }),
        ),
      })
      .execute()
    const experiment = randomUUID()
    await on.ports.db
      .insertInto('rule_experiment')
      .values({
        id: experiment,
        environment_id: places.root,
        event_type: 'purchase',
        branch_id: branch.id,
        name: 'Try',
        share: 100,
        ends_at: null,
        call_external: callExternal,
        started_by: author.id,
        started_by_name: author.name,
        started_at: on.ports.clock(),
        stopped_at: null,
      })
      .execute()
    await on.engine.reloadRules()
    on.received.length = 0
    on.respond((_request, response) => void response.writeHead(200).end('{"lineAge":7}'))
    await on.engine.decide({
      environmentId: places.root,
      eventType: 'purchase',
      correlationId: null,
      receivedAt: on.ports.clock(),
      backfill: false,
      diagnostics: false,
      body: {
        purchaseId: randomUUID(),
        merchantLocalDate: '2025-11-20T12:00:00Z',
        _metadata: { trackingId: randomUUID() },
      },
    })
    await expect
      .poll(
        async () =>
          (
            await on.ports.db
              .selectFrom('shadow_run')
              .select('reason')
              .where('experiment_id', '=', experiment)
              .execute()
          ).map(({ reason }) => reason),
        { timeout: 5000 },
      )
      .toEqual([callExternal ? '7' : '-1'])
    expect(on.received).toHaveLength(requests)
    await on.ports.db
      .updateTable('rule_experiment')
      .set({ stopped_at: on.ports.clock() })
      .where('id', '=', experiment)
      .execute()
  })
})
