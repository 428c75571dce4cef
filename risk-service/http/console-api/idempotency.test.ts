import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleBench, openConsoleBench, places, ruleBody } from './testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const key = () => `key-${crypto.randomUUID()}`
const create = (as: string, name: string, repeatKey: string) =>
  bench.call(
    as,
    'POST',
    `/environments/${places.root}/rules/purchase`,
    { body: ruleBody(name) },
    { headers: { 'idempotency-key': repeatKey } },
  )

describe('a change under its own key', () => {
  it('a change under its own key happens once, and its repeat is answered as the first call was', async () => {
    const mine = key()
    const first = await create('engineer', 'Once only', mine)
    expect(first.status).toBe(201)
    const again = await create('engineer', 'Once only', mine)
    expect(again.status).toBe(201)
    expect(again.json).toEqual(first.json)
    // Publishing has a countable effect: the rules are reloaded.
    const publish = (repeatKey: string) =>
      bench.call(
        'engineer',
        'POST',
        `/environments/${places.root}/rules/${String(first.body['id'])}/publish`,
        { status: 'inactive', baseVersion: 0 },
        { headers: { 'idempotency-key': repeatKey } },
      )
    const other = key()
    const published = await publish(other)
    expect(published).toMatchObject({ status: 200, body: { version: 1 } })
    const reloads = bench.engine.reloaded.length
    expect(reloads).toBeGreaterThan(0)
    expect((await publish(other)).json).toEqual(published.json)
    expect(bench.engine.reloaded).toHaveLength(reloads)
  })
  it('sent twice at the same time happens once', async () => {
    const mine = key()
    const answers = await Promise.all([create('engineer', 'At once', mine), create('engineer', 'At once', mine)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
  })
  it('the same key for something else is refused', async () => {
    const mine = key()
    await create('engineer', 'First meaning', mine)
    const other = await create('engineer', 'Second meaning', mine)
    expect(other).toMatchObject({
      status: 422,
      body: { code: 'validation', message: expect.stringContaining('Idempotency-Key') },
    })
  })
  it('the same key with another file is refused, and with the same one answered as before', async () => {
    const mine = key()
    const upload = (value: string) => {
      const form = new FormData()
      form.append('file', new File([`Value,Status\n${value},Block\n`], 'values.csv', { type: 'text/csv' }))
      return bench.call('engineer', 'POST', `/environments/${places.root}/lists/support/email/import`, undefined, {
        headers: { 'idempotency-key': mine },
        body: form,
      })
    }
    const first = await upload('a@example.com')
    expect(first).toMatchObject({ status: 200, body: { added: 1 } })
    expect((await upload('a@example.com')).json).toEqual(first.json)
    expect(await upload('b@example.com')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Idempotency-Key') },
    })
  })
  it('the keys of one person are not those of another', async () => {
    const mine = key()
    const first = await create('engineer', 'Of the engineer', mine)
    const colleague = await create('colleague', 'Of the colleague', mine)
    expect(colleague.status).toBe(201)
    expect(colleague.body['id']).not.toBe(first.body['id'])
  })
  it('a refused change leaves nothing behind: it can be tried anew under its key', async () => {
    const mine = key()
    expect((await create('viewer', 'Not allowed', mine)).status).toBe(403)
    expect((await create('engineer', '', mine)).status).toBeGreaterThanOrEqual(400)
    expect((await create('engineer', 'Allowed now', mine)).status).toBe(201)
  })
  it.each(['short', 'x'.repeat(65), 'with blank in it'])('a key that is none is refused: %j', async wrong => {
    expect((await create('engineer', 'Wrong key', wrong)).status).toBe(422)
  })
  it('a change under its own key is kept for an hour', async () => {
    await create('engineer', 'For an hour', key())
    const rows = await bench.store.db.selectFrom('repeated_call').select(['started_at', 'expires_at']).execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.expires_at.getTime() - row.started_at.getTime()).toBe(3_600_000)
  })
})

describe('the session', () => {
  it('[spec 3.5] the tenant configuration holds the assigned roles', async () => {
    const session = await bench.call('engineer', 'GET', '/session')
    expect(session.body).toMatchObject({ tenantConfiguration: { assignedRoles: ['FraudEngineer'] } })
    expect((await bench.call('nobody', 'GET', '/session')).body).toMatchObject({
      tenantConfiguration: { assignedRoles: [] },
    })
  })
  it('[spec 6.2] a role named ManualReviewAnalyst exists, and its sandbox twin is told apart', async () => {
    const person = bench.person('local')
    Object.assign(person, {
      assignments: [
        { role: 'ManualReviewAnalyst', environmentId: places.eu },
        { role: 'ManualReviewAnalyst', environmentId: places.box },
      ],
    })
    expect((await bench.call('local', 'GET', '/session')).body).toMatchObject({
      tenantConfiguration: { assignedRoles: ['ManualReviewAnalyst', 'Sandbox_ManualReviewAnalyst'] },
    })
  })
})
