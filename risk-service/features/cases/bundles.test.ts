import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseRow } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { reviewerCall } from './testing/reviewer-call.ts'

let bench: CaseBench
let open = ''
let restricted = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  open = await bench.queue('Open', { hold: true })
  restricted = await bench.queue('Restricted', { sequence: 'Restricted' })
  await bench.route('R1', 'ROUTETO Queue("Restricted") WHEN @"purchase.request.totalAmount" > 100')
  await bench.route('R2', 'ROUTETO Queue("Open")')
})

const released = '09:05:01'
/** Sends a ring: P-1 with one case each of the same customer, instrument and device, and P-5 that has nothing in common. */
async function sendRing() {
  await bench.send({ id: 'P-1', userId: 'u-1', instrument: 'pi-1', device: 'd-1' })
  await bench.send({ id: 'P-2', userId: 'u-1', instrument: 'pi-2', device: 'd-2' })
  await bench.send({ id: 'P-3', userId: 'u-3', instrument: 'pi-1', device: 'd-3' })
  await bench.send({ id: 'P-4', userId: 'u-4', instrument: 'pi-4', device: 'd-1', amount: 200 })
  await bench.send({ id: 'P-5', userId: 'u-5', instrument: 'pi-5', device: 'd-5', amount: 200 })
  bench.at(released)
}
const start = async (as: string, id: string) => (await bench.onCase(as, id, '/lock')).json
const take = (as: string, found: Case, ids?: readonly string[]) =>
  bench.onCase(as, found.externalId, '/bundle', {
    leaseToken: found.own.leaseToken,
    ...(ids ? { cases: ids.map(id => ({ eventType: 'purchase', id })) } : {}),
  })
const read = async (as: string, id: string) => (await bench.onCase(as, id, '')).json
const underReview = async (queueId: string) =>
  (await bench.rows('Max', queueId, 'inReview')).map((row: CaseRow) => [row.externalId, row.lock?.owner.name])
const idsOf = ({ own }: Case) => own.bundle.map(({ externalId }) => externalId).toSorted()

describe('taking a bundle', () => {
  beforeEach(sendRing)

  it('a case says how many waiting cases belong to it, and all of them can be taken at once', async () => {
    expect((await read('Ana', 'P-1')).linkedWaiting).toBe(3)
    expect((await read('Ana', 'P-5')).linkedWaiting).toBe(0)
    const first = await start('Ana', 'P-1')
    expect(first.linkedWaiting).toBe(3)
    const { json } = await take('Ana', first)
    expect(json).toMatchObject({ state: 'InReview', linkedWaiting: 0 })
    expect(idsOf(json)).toEqual(['P-2', 'P-3', 'P-4'])
    // P-4 is of another queue, and not the first in its order.
    expect((await read('Ana', 'P-4')).own.leaseToken).not.toBeNull()
    expect((await read('Ben', 'P-4')).own).toMatchObject({
      leaseToken: null,
      bundle: [],
      startRefusal: 'lockedByOther',
    })
    const { json: history } = await bench.onCase<{ kind: string; details: object }[]>('Max', 'P-2', '/history')
    expect(history[0]).toMatchObject({ kind: 'locked', details: { bundle: 'P-1' } })
  })

  it('named cases without a link are taken where the queue has no order, and no others', async () => {
    await bench.send({ id: 'P-6', userId: 'u-6', instrument: 'pi-6', device: 'd-6' })
    bench.at('09:10:10')
    const { json } = await take('Ana', await start('Ana', 'P-1'), ['P-3', 'P-6', 'P-404'])
    expect(idsOf(json)).toEqual(['P-3', 'P-6'])
    expect(json.linkedWaiting).toBe(2)
    await start('Ben', 'P-2')
    const second = await take('Ana', json, ['P-2', 'P-4'])
    expect(idsOf(second.json)).toEqual(['P-3', 'P-4', 'P-6'])
  })

  it('the order of a restricted queue holds for named cases without a link, except for what was assigned', async () => {
    const first = await start('Ana', 'P-1')
    // P-4 is before P-5 in the order. P-5 shares nothing with P-1.
    expect(idsOf((await take('Ana', first, ['P-5'])).json)).toEqual([])
    expect((await read('Ben', 'P-5')).state).toBe('Pending')
    await bench.onCase('Max', 'P-5', '/assign', { userId: bench.people.Ana })
    expect(idsOf((await take('Ana', first, ['P-5'])).json)).toEqual(['P-5'])
  })

  it('managers choose named cases of a restricted queue', async () => {
    expect(idsOf((await take('Max', await start('Max', 'P-1'), ['P-5'])).json)).toEqual(['P-5'])
  })

  it('a named case without a link is no second review in the queue of another one', async () => {
    const first = await start('Ana', 'P-4')
    const second = await start('Ana', 'P-1')
    await bench.send({ id: 'P-6', userId: 'u-6', instrument: 'pi-6', device: 'd-6' })
    bench.at('09:10:10')
    // Ana reviews P-1 of the queue of P-6 on its own.
    expect(idsOf((await take('Ana', first, ['P-6'])).json)).toEqual([])
    expect(idsOf((await take('Ana', second, ['P-6'])).json)).toEqual(['P-6'])
  })

  it('a bundle is one review: two others can be started beside it', async () => {
    const other = await bench.queue('Other')
    const third = await bench.queue('Third')
    await bench.route('R0', 'ROUTETO Queue("Other") WHEN @"purchase.request.totalAmount" == 1')
    await bench.store.db.deleteFrom('rule').where('name', '=', 'R2').execute()
    await take('Ana', await start('Ana', 'P-1'))
    const cases = [
      ['P-6', other],
      ['P-7', third],
    ] as const
    for (const [id, queueId] of cases) {
      await bench.send({ id, userId: id })
      bench.at(new Date(bench.now().getTime() + 301_000))
      await bench.list('Max', queueId)
      await bench.store.db.updateTable('review_case').set({ queue_id: queueId }).where('external_id', '=', id).execute()
    }
    expect((await bench.onCase('Ana', 'P-6', '/lock')).status).toBe(200)
    expect((await bench.onCase('Ana', 'P-7', '/lock')).status).toBe(200)
    const { json } = await bench.call<{ locked: CaseRow[] }>('Ana', 'GET', `${caseIds.root}/casemanagement/unfinished`)
    expect(json.locked).toHaveLength(6)
    expect(new Set(json.locked.map(({ id, bundleId }) => bundleId ?? id)).size).toBe(3)
  })

  it('cases of others, escalated ones and those about the reviewer stay where they are', async () => {
    await start('Ben', 'P-2')
    await bench.onCase('Max', 'P-3', '/assign', { userId: bench.people.Sofia })
    const { db } = bench.store
    await db.updateTable('review_case').set({ email: 'ana@contoso.example' }).where('external_id', '=', 'P-4').execute()
    const { json } = await take('Ana', await start('Ana', 'P-1'))
    expect(json.own.bundle).toEqual([])
    expect(Object.fromEntries(await underReview(open))).toEqual({ 'P-1': 'Ana', 'P-2': 'Ben' })
  })

  it('nobody takes a bundle without the lock of its case, nor from a queue that is closed to them', async () => {
    const first = await start('Ana', 'P-1')
    const refused = await bench.onCase('Ben', 'P-1', '/bundle', { leaseToken: first.own.leaseToken })
    expect([refused.status, refused.code]).toEqual([410, 'lock.lost'])
    const closed = await bench.queue('Closed', { restrictToAssignees: true, assignedUsers: [bench.people.Ben ?? ''] })
    await bench.store.db.updateTable('review_case').set({ queue_id: closed }).where('external_id', '=', 'P-3').execute()
    expect(idsOf((await take('Ana', first)).json)).toEqual(['P-2', 'P-4'])
  })
})

describe('working on a bundle', () => {
  let first: Case
  beforeEach(async () => {
    await sendRing()
    first = (await take('Ana', await start('Ana', 'P-1'))).json
  })

  it('each case can be decided on its own; the others stay together', async () => {
    const choice = { decision: 'Reject', reason: 'Collusion' }
    await bench.onCase('Ana', 'P-1', '/decision', { leaseToken: first.own.leaseToken, ...choice })
    expect(idsOf(await read('Ana', 'P-2'))).toEqual(['P-3', 'P-4'])
    expect(await bench.next('Ana', open)).toMatchObject({ externalId: 'P-2' })
  })

  it('one decision decides them all', async () => {
    const cases = ['P-1', 'P-2', 'P-3', 'P-4'].map(id => ({
      environmentId: caseIds.root,
      eventType: 'purchase',
      id,
    }))
    const { json } = await bench.call<{ result: string }[]>(
      'Ana',
      'POST',
      `${caseIds.root}/casemanagement/bulk-decisions`,
      { cases, decision: 'Reject', reason: 'Collusion' },
    )
    expect(json.map(({ result }) => result)).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(await underReview(open)).toEqual([])
  })

  it('one decision for all can be taken back for all, before any effect leaves; they are one review again', async () => {
    const keys = ['P-1', 'P-2', 'P-3', 'P-4'].map(id => ({ environmentId: caseIds.root, eventType: 'purchase', id }))
    const bulk = <T>(as: string, path: string, body: object) =>
      bench.call<T[]>(as, 'POST', `${caseIds.root}/casemanagement/bulk-decisions${path}`, body)
    const decided = await bulk<{ undoUntil: string | null }>('Ana', '', {
      cases: keys,
      decision: 'Reject',
      reason: 'Collusion',
    })
    const [{ undoUntil } = { undoUntil: null }] = decided.json
    expect(Date.parse(undoUntil ?? '') - bench.now().getTime()).toBe(5000)
    expect(await bench.deliver()).toBe(0)
    const foreign = await bulk<{ result: string }>('Ben', '/undo', { cases: keys })
    expect(foreign.json.map(({ result }) => result)).toEqual(keys.map(() => 'case.conflict'))
    bench.at(new Date(bench.now().getTime() + 4000))
    const undone = await bulk<{ result: string }>('Ana', '/undo', {
      cases: [...keys, { ...keys[0], environmentId: caseIds.foreign }, { ...keys[0], id: 'P-none' }],
    })
    expect(undone.json.map(({ result }) => result)).toEqual([
      ...keys.map(() => 'undone'),
      'case.notFound',
      'case.notFound',
    ])
    bench.at(new Date(bench.now().getTime() + 10_000))
    expect(await bench.deliver()).toBe(0)
    const again = await read('Ana', 'P-1')
    expect(again).toMatchObject({ state: 'InReview', outcome: null, lock: { owner: { name: 'Ana' } } })
    expect(idsOf(again)).toEqual(['P-2', 'P-3', 'P-4'])
    expect((await bulk<{ result: string }>('Ana', '/undo', { cases: keys })).json[0]?.result).toBe('case.conflict')
  })

  it('a decision for all is final after its seconds', async () => {
    const cases = ['P-1', 'P-2'].map(id => ({ environmentId: caseIds.root, eventType: 'purchase', id }))
    const path = `${caseIds.root}/casemanagement/bulk-decisions`
    await bench.call('Ana', 'POST', path, { cases, decision: 'Reject', reason: 'Collusion' })
    bench.at(new Date(bench.now().getTime() + 6000))
    expect(await bench.deliver()).toBe(2)
    const { json } = await bench.call<{ result: string }[]>('Ana', 'POST', `${path}/undo`, { cases })
    expect(json.map(({ result }) => result)).toEqual(['case.undoExpired', 'case.undoExpired'])
    expect((await read('Ana', 'P-1')).state).toBe('Decided')
  })

  it('they are returned together, or one alone', async () => {
    const second = await read('Ana', 'P-2')
    await bench.onCase('Ana', 'P-2', '/sendback', { leaseToken: second.own.leaseToken })
    expect(idsOf(await read('Ana', 'P-1'))).toEqual(['P-3', 'P-4'])
    const { json } = await bench.onCase<{ released: number }>('Ana', 'P-1', '/bundle/release', {
      leaseToken: first.own.leaseToken,
      note: 'wait for the bank',
    })
    expect(json.released).toBe(3)
    expect(await underReview(open)).toEqual([])
    expect(await underReview(restricted)).toEqual([])
  })

  it('going on with one goes on with all, and without an answer all end at the same time', async () => {
    bench.at('09:30')
    await bench.onCase('Ana', 'P-3', '/lock/extend', { leaseToken: (await read('Ana', 'P-3')).own.leaseToken })
    bench.at('10:01:59')
    expect((await underReview(open)).length + (await underReview(restricted)).length).toBe(4)
    bench.at('10:02:01')
    expect((await underReview(open)).length + (await underReview(restricted)).length).toBe(0)
    const { json } = await bench.onCase<{ kind: string }[]>('Max', 'P-4', '/history')
    expect(json[0]?.kind).toBe('lock-expired')
  })

  it('a hold takes one case out of the bundle', async () => {
    const body = { leaseToken: first.own.leaseToken, until: '2025-03-03T12:00:00.000Z', reason: 'customer calls back' }
    await bench.onCase('Ana', 'P-1', '/hold', body)
    expect(idsOf(await read('Ana', 'P-2'))).toEqual(['P-3', 'P-4'])
    expect((await read('Ana', 'P-1')).own.bundle).toEqual([])
  })
})

it('a bundle has at most twenty further cases', async () => {
  for (let index = 1; index <= 24; index++) await bench.send({ id: `P-${index}`, userId: 'u-1' })
  bench.at(released)
  const first = await start('Ana', 'P-1')
  expect(first.linkedWaiting).toBe(23)
  const { json } = await take('Ana', first)
  expect(json.own.bundle).toHaveLength(20)
  expect((await take('Ana', json)).json.own.bundle).toHaveLength(20)
})

it('500 starts of a hundred reviewers that take bundles give one owner per case', async () => {
  for (let index = 1; index <= 120; index++) await bench.send({ id: `P-${index}`, userId: `ring ${index % 6}` })
  bench.at(released)
  const { startNext } = await import('./work/next.ts')
  const { takeBundle } = await import('./work/bundles.ts')
  const { findQueue } = await import('./store/queue-store.ts')
  const { db } = bench.store
  const queue = await findQueue(db, open)
  const reviewers = Array.from(
    { length: 100 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  )
  const starts = [1, 2, 3, 4, 5].flatMap(() => reviewers)
  // As many at the same time as the service has connections to the database, and some that wait for one.
  const work = async () => {
    for (let id = starts.shift(); id !== undefined; id = starts.shift()) {
      const found = await startNext(reviewerCall(bench, id), queue as never)
      if (found === null) continue
      const key = { environmentId: found.environment_id, eventType: found.event_type, id: found.external_id }
      await takeBundle(reviewerCall(bench, id), key, { leaseToken: found.lease_token ?? '' })
    }
  }
  await Promise.all(Array.from({ length: 30 }, work))
  const rows = await db.selectFrom('review_case').selectAll().execute()
  expect(rows.every(row => row.state === 'InReview' && row.lock_owner_id !== null)).toBe(true)
  const locked = await db.selectFrom('case_event').select(['case_id', 'by_id']).where('kind', '=', 'locked').execute()
  expect(locked).toHaveLength(120)
  expect(new Set(locked.map(each => each.case_id)).size).toBe(120)
  for (const owned of Map.groupBy(rows, row => row.lock_owner_id).values()) {
    expect(owned.length).toBeLessThanOrEqual(21)
    expect(new Set(owned.map(row => row.bundle_id ?? row.id)).size).toBe(1)
  }
}, 60_000)
