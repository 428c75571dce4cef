import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case } from '../../contract/index.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { findFirstFree } from './store/next-case.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { storeUploadedStatus } from './testing/uploaded-status.ts'

let bench: CaseBench
let highValue = ''
let digital = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  const { Ana = '', Ben = '', Sofia = '' } = bench.people
  highValue = await bench.queue('High Value Orders', {
    sequence: 'Restricted',
    orderBy: 'amountUsd',
    direction: 'descending',
    timeoutMinutes: 480,
    defaultAction: 'Reject',
    assignedUsers: [Ana, Ben],
    supervisors: [Sofia],
    escalation: true,
    hold: true,
  })
  digital = await bench.queue('Digital Goods')
  await bench.route('R1', 'ROUTETO Queue("High Value Orders") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.route('R2', 'ROUTETO Queue("Digital Goods") WHEN @"purchase.request.productList.type" == "Digital"')
  await bench.send({ id: 'P-1001', amount: 2500, userId: 'u-1', instrument: 'pi-1', device: 'd-1' })
  await bench.send({ id: 'P-1002', amount: 1800, userId: 'u-2', instrument: 'pi-1', device: 'd-2' })
  await bench.send({ id: 'P-1003', amount: 40, userId: 'u-3', instrument: 'pi-3', device: 'd-1', product: 'Digital' })
  await bench.send({ id: 'P-1004', amount: 90, userId: 'u-1', instrument: 'pi-1', device: 'd-1' })
  await bench.send({ id: 'P-1005', amount: 1200, userId: 'u-5', instrument: 'pi-5', device: 'd-5', review: false })
})

const released = '09:05:01'
const lease = (found: Case | null) => found?.own.leaseToken ?? ''

describe('from the event to the queue', () => {
  it('a case appears five minutes after its event, in the order of its queue', async () => {
    bench.at('09:04:59')
    expect(await bench.list('Max', highValue)).toEqual([])
    bench.at(released)
    expect(await bench.list('Max', highValue)).toEqual(['P-1001', 'P-1002'])
  })

  it.each(['Approved', 'Pending'])('a status %s before the queue makes the review unnecessary', async statusType => {
    bench.at('09:03')
    await bench.sendStatus('P-1001', statusType)
    bench.at('09:10')
    expect(await bench.list('Max', highValue)).toEqual(['P-1002'])
    const { json } = await bench.onCase('Max', 'P-1001', '')
    expect(json.state).toBe('NotRouted')
  })

  it('an uploaded status does not, and gives way to one of the risk API', async () => {
    const sampled = await bench.queue('Sampled', { sampling: 99.999 })
    await bench.route('R3', 'ROUTETO Queue("Sampled") WHEN @"purchase.request.totalAmount" == 77')
    await bench.send({ id: 'P-77', amount: 77 })
    bench.at('09:03')
    await storeUploadedStatus(bench, 'P-1001', 'Approved')
    await storeUploadedStatus(bench, 'P-77', 'Approved')
    bench.at('09:10')
    expect(await bench.list('Max', highValue)).toEqual(['P-1001', 'P-1002'])
    expect(await bench.list('Max', sampled)).toEqual(['P-77'])
    const status = async () => (await bench.onCase('Max', 'P-1001', '')).json.merchantStatus?.statusType
    expect(await status()).toBe('Approved')
    await bench.sendStatus('P-1001', 'Rejected')
    bench.at('09:12')
    await storeUploadedStatus(bench, 'P-1001', 'Pending')
    expect(await status()).toBe('Rejected')
  })

  it('interim statuses leave a case to its queue where the tenant says so', async () => {
    await bench.option({ interimStatuses: true })
    bench.at('09:03')
    await bench.sendStatus('P-1001', 'Pending')
    await bench.sendStatus('P-1002', 'Approved')
    bench.at('09:10')
    expect(await bench.list('Max', highValue)).toEqual(['P-1001'])
    const { json } = await bench.onCase('Max', 'P-1001', '')
    expect(json.merchantStatus).toMatchObject({ statusType: 'Pending' })
  })

  it('a status at the end of the hold is too late, and is shown with the case', async () => {
    bench.at('09:05')
    await bench.sendStatus('P-1001', 'Approved')
    bench.at(released)
    expect(await bench.list('Max', highValue)).toContain('P-1001')
  })

  it('a case that no rule claims is in General, and an approved event has none', async () => {
    bench.at(released)
    expect(await bench.list('Max', 'general')).toEqual(['P-1004'])
    expect(await bench.list('Max', digital)).toEqual(['P-1003'])
    expect((await bench.onCase('Max', 'P-1005', '')).status).toBe(404)
  })

  it('an event that is sent again renews the figures of its one case, and its place by amount', async () => {
    bench.at(released)
    expect(await bench.list('Max', highValue)).toEqual(['P-1001', 'P-1002'])
    await bench.send({ id: 'P-1002', amount: 2600, userId: 'u-2', instrument: 'pi-1', device: 'd-2' })
    const rows = await bench.rows('Max', highValue)
    expect(rows.map(row => [row.externalId, row.amountUsd])).toEqual([
      ['P-1002', 260_000],
      ['P-1001', 250_000],
    ])
  })

  it('sampling decides the rest at once with the default action, and says so', async () => {
    const sampled = await bench.queue('Sampled', { sampling: 0, defaultAction: 'Reject' })
    await bench.route('R3', 'ROUTETO Queue("Sampled") WHEN @"purchase.request.totalAmount" == 77')
    await bench.send({ id: 'P-77', amount: 77 })
    bench.at('09:06')
    expect(await bench.list('Max', sampled)).toEqual([])
    const { json } = await bench.onCase('Max', 'P-77', '')
    expect(json.outcome).toMatchObject({ decision: 'Reject', via: 'SampledOut', by: null })
  })
})

it('cases are removed with the events of their time', async () => {
  bench.at(released)
  await bench.next('Ana', highValue)
  const retention = { eventMonths: 13, logMonths: 13, telemetryDays: 30 }
  const count = async () =>
    (await bench.store.pool.query('select (select count(*) from review_case) + (select count(*) from case_event) as n'))
      .rows[0].n
  await applyRetention(bench.store.db, retention, new Date('2026-03-31T00:00:00Z'))
  expect(await count()).toBeGreaterThan(4)
  await applyRetention(bench.store.db, retention, new Date('2026-05-01T00:00:00Z'))
  expect(await count()).toBe(0)
})

describe('locks', () => {
  beforeEach(() => bench.at(released))

  it('a restricted queue is worked in order, except by managers', async () => {
    const refused = await bench.onCase('Ben', 'P-1002', '/lock', {})
    expect([refused.status, refused.code]).toEqual([409, 'queue.restricted'])
    expect((await bench.onCase('Ben', 'P-1002', '')).json.own.startRefusal).toBe('restricted')
    expect((await bench.next('Ana', highValue))?.externalId).toBe('P-1001')
    expect((await bench.onCase('Ben', 'P-1002', '/lock', {})).json.state).toBe('InReview')
  })

  it('a manager takes any case of a restricted queue', async () => {
    expect((await bench.onCase('Max', 'P-1002', '/lock', {})).json.lock?.owner.name).toBe('Max')
  })

  it('two reviewers who start at the same moment get different cases', async () => {
    for (let round = 0; round < 20; round++) {
      const [one, other] = await Promise.all([bench.next('Ana', highValue), bench.next('Ben', highValue)])
      expect([one?.externalId, other?.externalId].toSorted()).toEqual(['P-1001', 'P-1002'])
      for (const [name, found] of [
        ['Ana', one],
        ['Ben', other],
      ] as const)
        await bench.onCase('Max', found?.externalId ?? '', '/force-release', { name })
    }
  })

  it('[S16] a queue whose cases are all under review has no next one', async () => {
    await bench.next('Ana', highValue)
    await bench.next('Ben', highValue)
    const next = () =>
      bench.call(
        'Sofia',
        'POST',
        `${caseIds.root}/casemanagement/queues/${highValue}/next`,
        {},
        { 'idempotency-key': key },
      )
    const key = randomUUID()
    const none = { status: 204, json: null }
    expect([await next(), await next()]).toMatchObject([none, none])
    // The console is told how many cases others review.
    const answer = await bench.procedure('Sofia', 'queues/next', { environmentId: caseIds.root, queueId: highValue })
    expect(answer).toEqual({ case: null, underReview: 2 })
  })

  it('starting again in the same queue opens the same review', async () => {
    const first = await bench.next('Ana', highValue)
    const again = await bench.next('Ana', highValue)
    expect([again?.externalId, lease(again)]).toEqual([first?.externalId, lease(first)])
  })

  it('any case of an unrestricted queue can be picked', async () => {
    await bench.send({ id: 'P-1012', product: 'Digital' })
    bench.at('09:10:02')
    expect((await bench.onCase('Ben', 'P-1012', '/lock', {})).json.state).toBe('InReview')
  })

  it('the other tab of a decided case is told that it is decided', async () => {
    const found = await bench.next('Ana', highValue)
    const choice = { leaseToken: lease(found), decision: 'Reject', reason: 'Abuse' }
    expect((await bench.onCase('Ana', 'P-1001', '/decision', choice)).json.state).toBe('Decided')
    const other = await bench.onCase('Ana', 'P-1001', '/decision', choice)
    expect([other.status, other.code]).toEqual([409, 'case.alreadyDecided'])
  })

  it('a review asks after 30 minutes, goes on from the click, and ends without an answer', async () => {
    bench.at('09:10')
    const found = await bench.next('Ana', highValue)
    expect(found?.lock).toMatchObject({ asksAt: '2025-03-03T09:40:00.000Z', expiresAt: '2025-03-03T09:42:00.000Z' })
    bench.at('09:41')
    const { json } = await bench.onCase('Ana', 'P-1001', '/lock/extend', { leaseToken: lease(found) })
    expect(json.lock).toMatchObject({
      asksAt: '2025-03-03T10:11:00.000Z',
      expiresAt: '2025-03-03T10:13:00.000Z',
      extensions: 1,
    })
    bench.at('10:13')
    expect((await bench.onCase('Ana', 'P-1001', '')).json.state).toBe('Pending')
  })

  it('a review that has ended returns the case, keeps its history and lets the decision fail', async () => {
    bench.at('09:10')
    const found = await bench.next('Ana', highValue)
    bench.at('09:42')
    const late = await bench.onCase('Ana', 'P-1001', '/decision', {
      leaseToken: lease(found),
      decision: 'Approve',
      reason: 'Low risk',
      note: 'x'.repeat(300),
    })
    expect([late.status, late.code]).toEqual([410, 'lock.lost'])
    const { json: history } = await bench.onCase<{ kind: string }[]>('Max', 'P-1001', '/history')
    expect(history.map(each => each.kind)).toEqual(['lock-expired', 'locked', 'released-to-queue', 'created'])
    expect((await bench.next('Ben', highValue))?.externalId).toBe('P-1001')
    const audit = await bench.store.db.selectFrom('audit_log').select(['operation', 'resource_name']).execute()
    expect(audit).toEqual([{ operation: 'Requeue', resource_name: 'P-1001' }])
  })

  it('a case that was sent back goes to others first', async () => {
    const found = await bench.next('Ana', highValue)
    await bench.onCase('Ana', 'P-1001', '/sendback', { leaseToken: lease(found), note: 'no idea' })
    expect((await bench.next('Ana', highValue))?.externalId).toBe('P-1002')
    expect((await bench.next('Ben', highValue))?.externalId).toBe('P-1001')
  })

  it('a case that was sent back comes again when it is the only one', async () => {
    await bench.next('Ben', highValue)
    const found = await bench.next('Ana', highValue)
    await bench.onCase('Ana', 'P-1002', '/sendback', { leaseToken: lease(found) })
    expect((await bench.next('Ana', highValue))?.externalId).toBe('P-1002')
  })

  it('a case that was sent back three times is escalated', async () => {
    for (const name of ['Ana', 'Ben', 'Pia']) {
      const { json } = await bench.onCase(name, 'P-1001', '/lock', {})
      await bench.onCase(name, 'P-1001', '/sendback', { leaseToken: lease(json) })
    }
    expect(await bench.list('Sofia', highValue, 'escalated')).toEqual(['P-1001'])
    expect((await bench.next('Ana', highValue))?.externalId).toBe('P-1002')
  })

  it('a manager ends the review of another person, who is told', async () => {
    const found = await bench.next('Ana', highValue)
    expect((await bench.onCase('Ben', 'P-1001', '/force-release', {})).status).toBe(403)
    expect((await bench.onCase('Max', 'P-1001', '/force-release', {})).json.state).toBe('Pending')
    const late = await bench.onCase('Ana', 'P-1001', '/decision', {
      leaseToken: lease(found),
      decision: 'Approve',
      reason: 'Low risk',
    })
    expect([late.status, late.code]).toEqual([410, 'lock.lost'])
    const notices = await bench.store.db.selectFrom('notification').select(['event', 'user_id', 'params']).execute()
    expect(notices).toMatchObject([
      { event: 'LockReleased', user_id: bench.people['Ana'], params: { id: 'P-1001', name: 'Max' } },
    ])
  })

  it('a role that is taken away ends the review, and refuses the next write', async () => {
    const found = await bench.next('Ana', highValue)
    expect(await bench.releaseLost()).toBe(0)
    const { db } = bench.store
    const own = await db
      .deleteFrom('role_assignment')
      .where('principal_id', '=', bench.people['Ana'] ?? '')
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('role_assignment')
      .values({ ...own, role: 'AllAreasViewer' })
      .execute()
    expect(await bench.releaseLost()).toBe(1)
    expect((await bench.onCase('Max', 'P-1001', '')).json.state).toBe('Pending')
    const late = await bench.onCase('Ana', 'P-1001', '/decision', {
      leaseToken: lease(found),
      decision: 'Approve',
      reason: 'Low risk',
    })
    expect(late.status).toBe(403)
    await db.deleteFrom('role_assignment').where('principal_id', '=', own.principal_id).execute()
    await db.insertInto('role_assignment').values(own).execute()
  })

  it('a reviewer has one case per queue and three altogether', async () => {
    const names = ['One', 'Two', 'Three', 'Four']
    const queues = await Promise.all(names.map(name => bench.queue(name)))
    for (const [index, name] of names.entries()) {
      await bench.route(`To ${name}`, `ROUTETO Queue("${name}") WHEN @"purchase.request.totalAmount" == ${index + 1}`)
      bench.at(`09:06:0${index}`)
      await bench.send({ id: `first ${name}`, amount: index + 1 })
      bench.at(`09:07:0${index}`)
      await bench.send({ id: `second ${name}`, amount: index + 1 })
    }
    bench.at('09:20')
    expect((await bench.next('Ben', queues[0] ?? ''))?.externalId).toBe('first One')
    const second = await bench.onCase('Ben', 'second One', '/lock', {})
    expect([second.status, second.code]).toEqual([429, 'locks.limit'])
    bench.at('09:20:01')
    await bench.next('Ben', queues[1] ?? '')
    bench.at('09:20:02')
    await bench.next('Ben', queues[2] ?? '')
    const fourth = await bench.call('Ben', 'POST', `${caseIds.root}/casemanagement/queues/${queues[3]}/next`, {})
    expect([fourth.status, fourth.code]).toEqual([429, 'locks.limit'])
    const { json } = await bench.call<{ locked: { externalId: string }[] }>(
      'Ben',
      'GET',
      `${caseIds.root}/casemanagement/unfinished`,
    )
    expect(json.locked.map(each => each.externalId)).toEqual(['first One', 'first Two', 'first Three'])
  })

  it('nobody reviews a case about themselves', async () => {
    await bench.send({ id: 'P-own', email: 'Ben@contoso.example', product: 'Digital' })
    bench.at('09:20')
    const refused = await bench.onCase('Ben', 'P-own', '/lock', {})
    expect([refused.status, refused.code]).toEqual([409, 'case.conflictOfInterest'])
    expect((await bench.next('Ben', digital))?.externalId).toBe('P-1003')
  })

  it('nobody reviews a case that they pay for', async () => {
    const paidBy = (instrument: object) => ({
      paymentInstrumentList: [{ merchantPaymentInstrumentId: 'pi', type: 'PayPal', ...instrument }],
    })
    await bench.send({ id: 'P-mail', product: 'Digital', more: paidBy({ email: ' BEN@contoso.example' }) })
    await bench.send({ id: 'P-name', product: 'Digital', more: paidBy({ holderName: 'Ben  Berg' }) })
    bench.at('09:20')
    expect((await bench.onCase('Ben', 'P-mail', '/lock', {})).code).toBe('case.conflictOfInterest')
    const reviewer = { id: bench.people['Ben'] ?? '', name: 'BEN BERG', username: 'ben@contoso.example' }
    const offered = async (person: typeof reviewer) =>
      (await findFirstFree(bench.store.db, { queueId: digital, reviewer: person, now: bench.now(), lock: false }))
        ?.external_id
    await bench.store.db
      .updateTable('review_case')
      .set({ state: 'NotRouted' })
      .where('external_id', '=', 'P-1003')
      .execute()
    expect(await offered({ ...reviewer, name: 'Ben Bauer' })).toBe('P-name')
    expect(await offered(reviewer)).toBeUndefined()
  })

  it('who pays is renewed with an event that is sent again', async () => {
    const paidBy = (holderName: string) => ({
      paymentInstrumentList: [{ merchantPaymentInstrumentId: 'pi', type: 'CreditCard', holderName }],
    })
    await bench.send({ id: 'P-paid', product: 'Digital', more: paidBy('Ada Lovelace') })
    await bench.send({ id: 'P-paid', product: 'Digital', more: paidBy('Ben Berg') })
    const { payers } = await bench.store.db
      .selectFrom('review_case')
      .select('payers')
      .where('external_id', '=', 'P-paid')
      .executeTakeFirstOrThrow()
    expect(payers).toEqual(['ben berg'])
  })
})

describe('rights', () => {
  beforeEach(() => bench.at(released))

  it('each role may do what the table of roles says', async () => {
    expect(await bench.list('Vera', highValue)).toEqual(['P-1001', 'P-1002'])
    expect((await bench.onCase('Vera', 'P-1001', '/lock', {})).status).toBe(403)
    for (const name of ['Sam', 'Finn'])
      expect((await bench.call(name, 'GET', `${caseIds.root}/casemanagement/queues`)).status).toBe(403)
    expect((await bench.call('Outsider', 'GET', `${caseIds.root}/casemanagement/queues`)).status).toBe(404)
    expect((await bench.call('Outsider', 'GET', `${caseIds.foreign}/casemanagement/queues/${highValue}`)).status).toBe(
      404,
    )
  })

  it('a queue for its own people is hidden from others', async () => {
    const closed = await bench.queue('Closed', {
      restrictToAssignees: true,
      assignedUsers: [bench.people['Ana'] ?? ''],
    })
    await bench.route('R4', 'ROUTETO Queue("Closed") WHEN @"purchase.request.totalAmount" == 7')
    await bench.send({ id: 'P-closed', amount: 7 })
    bench.at('09:20')
    expect(await bench.list('Ana', closed)).toEqual(['P-closed'])
    expect(await bench.list('Max', closed)).toEqual(['P-closed'])
    expect((await bench.onCase('Ben', 'P-closed', '')).status).toBe(404)
    expect((await bench.call('Ben', 'GET', `${caseIds.root}/casemanagement/queues/${closed}`)).status).toBe(404)
  })
})

const countOf = async (table: 'repeated_call' | 'audit_log' | 'case_event') =>
  (await bench.store.db.selectFrom(table).select(sql<number>`1`.as('one')).execute()).length

it('a report of activity leaves one row for the whole review, whatever key it has', async () => {
  await bench.send({ id: 'P-1' })
  bench.at('09:06')
  const { json } = await bench.onCase('Ana', 'P-1', '/lock', {})
  const { leaseToken } = json.own
  const before = await Promise.all([countOf('repeated_call'), countOf('audit_log'), countOf('case_event')])
  for (const time of ['09:06:20', '09:06:40', '09:07']) {
    bench.at(time)
    const key = randomUUID()
    expect((await bench.onCase('Ana', 'P-1', '/lock/activity', { leaseToken }, key)).status).toBe(200)
    expect((await bench.onCase('Ana', 'P-1', '/lock/activity', { leaseToken }, key)).status).toBe(200)
  }
  expect(await Promise.all([countOf('repeated_call'), countOf('audit_log'), countOf('case_event')])).toEqual(before)
  const rows = await bench.store.db.selectFrom('case_activity').selectAll().execute()
  expect(rows).toMatchObject([{ last_active_at: new Date('2025-03-03T09:07:00Z') }])
})

it('another change stores its answer for the same key', async () => {
  await bench.send({ id: 'P-2' })
  bench.at('09:15')
  const before = await countOf('repeated_call')
  await bench.onCase('Ben', 'P-2', '/lock', {}, randomUUID())
  expect(await countOf('repeated_call')).toBe(before + 1)
})
