import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mirror, mirrorLimits } from '../../../contract/dual-runs/mirrors.ts'
import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import { createEventReader, type EventReader } from '../../../engine/assessment-types/read-event.ts'
import type { Json } from '../../../engine/lib/json.ts'
import { createConsoleApi } from '../../../http/console-api/console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { createMirrorRunner } from '../../../http/node/dual-runs/mirror-runner.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { answerOf, type FormerSale, insertList, insertRules, movedRules, requestOf } from '../testing/former-system.ts'
import { createMirrorComparer } from './compare-mirrors.ts'
import { loadMirrorFigures } from './figures.ts'
import { receiveMirroredEvents } from './receive-events.ts'

let bench: ConsoleBench
let app: ReturnType<typeof createConsoleApi>
let comparer: ReturnType<typeof createMirrorComparer>
let reader: EventReader
let woken = 0

beforeAll(async () => {
  bench = await openConsoleBench()
  app = createConsoleApi({
    ports: { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog },
    engine: bench.engine,
    version: '0.0.0',
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  const assessments = createAssessmentRegistry({ db: bench.store.db, clock: () => now, log: silentLog })
  await assessments.reload()
  reader = createEventReader(assessments)
  await insertRules(bench.store.db, movedRules)
  await insertList(bench.store.db, 'Bad', [{ from: '2025-11-18T00:00:00Z', keys: ['added@x.example'] }])
  await insertList(bench.store.db, 'Guests', [{ from: '2025-11-18T00:00:00Z', keys: ['guest'] }])
})
afterAll(() => bench.close())
const restart = (): void => {
  comparer = createMirrorComparer({ db: bench.store.db, clock: () => now, log: silentLog, countryOf: () => null })
}
beforeEach(async () => {
  await bench.store.db.deleteFrom('mirror').execute()
  restart()
  woken = 0
})

const call = async (as: string, method: string, path: string, body?: object) => {
  const response = await app.request(`/api/console/v1/environments/${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Json }
}
const path = `${places.root}/mirror`
const start = (id: string = randomUUID(), more: object = {}) =>
  call('engineer', 'POST', path, { mirrorId: id, ...more })
const load = async (): Promise<Mirror> => {
  const { mirror } = (await call('viewer', 'GET', path)).json as { mirror: Mirror | null }
  if (mirror === null) throw new Error('There is no mirror.')
  return mirror
}
const receive = (events: unknown, environmentId: string = places.root) =>
  receiveMirroredEvents(
    {
      db: bench.store.db,
      engine: reader,
      wake: () => {
        woken += 1
      },
    },
    environmentId,
    { events },
    now,
  )
const sale = (id: string, more: Partial<FormerSale> = {}): FormerSale => ({
  id,
  at: '2025-11-12T12:00:00Z',
  email: `${id}@x.example`,
  amount: 10,
  decision: 'Approve',
  rule: null,
  ...more,
})
/** An event as an integration sends it beside the call to its system. */
const logged = (id: string, more: Partial<FormerSale> = {}): object => {
  const sold = sale(id, more)
  return {
    path: '/v1.0/MerchantServices/events/Purchase',
    time: sold.at,
    request: requestOf(sold),
    response: answerOf(sold),
  }
}
const compare = () => comparer.work()

describe('a mirror', () => {
  it('names the windows that its active rules read, also through functions and other velocities', async () => {
    const { db } = bench.store
    await start()
    expect((await load()).windows).toEqual([{ count: 7, unit: 'd', velocities: ['emailAttempts'] }])
    const ids = { set: randomUUID(), function: randomUUID(), rule: randomUUID(), inactive: randomUUID() }
    const published = {
      environment_id: places.root,
      status: 'active' as const,
      version: 1,
      published_by: randomUUID(),
      published_by_name: 'Test',
      published_at: now,
    }
    const set = {
      name: 'Cards',
      description: '',
      condition: '',
      velocities: [
        'SELECT Count() AS cardsTried FROM Purchase WHEN Velocity.cardsSeen(@"user.userId", 30m) > 1 GROUPBY @"user.userId"',
        'SELECT Count() AS cardsUnread FROM Purchase WHEN Velocity.cardsSeen(@"user.userId", 45m) > 1 GROUPBY @"user.userId"',
      ].map(text => ({ text })),
    }
    const property = {
      name: 'V',
      type: 'Double',
      default: '0',
      description: '',
      code: 'RETURN Velocity.cardsTried(@"user.userId", 12h)',
    }
    const functionBody = { name: 'Tried', description: '', parameters: [], properties: [property] }
    await db
      .insertInto('velocity_set')
      .values({ ...published, id: ids.set, name: set.name, body: JSON.stringify(set) })
      .execute()
    await db
      .insertInto('function')
      .values({ ...published, id: ids.function, name: 'Tried', body: JSON.stringify(functionBody) })
      .execute()
    const reading = (name: string, text: string) => ({
      ...movedRules[0]!,
      name,
      clauses: [{ name: 'c', section: 'prior' as const, text }],
    })
    await insertRules(db, [
      reading('Tried', 'RETURN Review() WHEN Functions.Tried().V > 3'),
      reading('Off', 'RETURN Review() WHEN Velocity.emailAttempts(@"user.email", 90d) > 3'),
    ])
    await db.updateTable('rule').set({ status: 'inactive' }).where('name', '=', 'Off').execute()
    try {
      expect((await load()).windows).toEqual([
        { count: 30, unit: 'm', velocities: ['cardsSeen'] },
        { count: 12, unit: 'h', velocities: ['cardsTried'] },
        { count: 7, unit: 'd', velocities: ['emailAttempts'] },
      ])
    } finally {
      await db.deleteFrom('rule').where('name', 'in', ['Tried', 'Off']).execute()
      await db.deleteFrom('velocity_set').where('id', '=', ids.set).execute()
      await db.deleteFrom('function').where('id', '=', ids.function).execute()
    }
  })

  it('compares events while they arrive, with the velocities of those before', async () => {
    await start()
    const repeat = (id: string, minute: string, more: Partial<FormerSale> = {}) =>
      logged(id, { at: `2025-11-12T12:0${minute}:00Z`, email: 'again@x.example', ...more })
    expect(await receive([repeat('a', '1'), repeat('b', '2'), logged('c', { amount: 25, score: 700 })])).toEqual({
      accepted: 3,
      refused: [],
    })
    expect(woken).toBe(1)
    expect(await load()).toMatchObject({ received: 3, waiting: 3, figures: { compared: { events: 0 } } })
    expect(await compare()).toBe(1)
    expect((await load()).figures).toMatchObject({ compared: { events: 3 }, same: { events: 3 }, parity: 100 })
    // The fourth with this address is rejected: those of the first call count.
    await receive([
      repeat('d', '3'),
      repeat('e', '4', { decision: 'Reject', rule: 'Repeat' }),
      logged('f', { at: '2025-11-12T13:00:00Z', decision: 'Review', rule: 'High score', score: 700, amount: 25 }),
    ])
    await compare()
    await compare()
    const mirror = await load()
    expect(mirror).toMatchObject({
      state: 'running',
      received: 6,
      waiting: 0,
      failure: null,
      from: '2025-11-12T12:00:00.000Z',
      to: '2025-11-12T13:00:00.000Z',
      figures: { compared: { events: 6, amountUsd: 9000 }, parity: 83.33, differing: { events: 1, amountUsd: 2500 } },
    })
    expect(mirror.figures.groups).toMatchObject([
      { cause: 'score', detail: 'formerScore', events: 1, amountUsd: 2500, examples: [{ eventId: 'f' }] },
    ])
    expect(mirror.figures.hours).toEqual([
      { hour: '2025-11-12T12:00:00.000Z', compared: 5, same: 5 },
      { hour: '2025-11-12T13:00:00.000Z', compared: 1, same: 0 },
    ])
    expect(mirror.figures.newest).toMatchObject([
      { eventId: 'f', former: { decision: 'Review' }, own: { decision: 'Approve' }, group: { cause: 'score' } },
    ])
  })

  it('counts again after a restart, and decides by changed rules from then on', async () => {
    await start()
    const repeat = (id: string, minute: number) =>
      logged(id, { at: `2025-11-12T12:0${minute}:00Z`, email: 'again@x.example' })
    await receive([repeat('a', 1), repeat('b', 2), repeat('c', 3)])
    await compare()
    const before = (await load()).ruleSet
    expect(before?.since).toBe(now.toISOString())
    restart()
    await receive([repeat('d', 4)])
    await compare()
    expect((await load()).figures.newest).toMatchObject([{ eventId: 'd', own: { decision: 'Reject', rule: 'Repeat' } }])
    expect((await load()).ruleSet).toEqual(before)
    const { db } = bench.store
    await db.updateTable('rule').set({ status: 'inactive' }).where('name', '=', 'Repeat').execute()
    await receive([repeat('e', 5)])
    await compare()
    await db.updateTable('rule').set({ status: 'active' }).where('name', '=', 'Repeat').execute()
    const after = await load()
    expect(after.figures).toMatchObject({ compared: { events: 5 }, same: { events: 4 } })
    expect(after.ruleSet?.sha256).not.toBe(before?.sha256)
  })

  it('decides an event that arrives late at the time of the newest one', async () => {
    await start()
    await receive([logged('late-a', { at: '2025-11-12T12:30:00Z' })])
    await compare()
    await receive([logged('late-b', { at: '2025-11-12T09:30:00Z', decision: 'Reject' })])
    await compare()
    expect((await load()).figures.newest).toMatchObject([{ eventId: 'late-b', at: '2025-11-12T09:30:00.000Z' }])
    // One from the future is one of now.
    await receive([logged('ahead', { at: '2199-01-01T00:00:00Z' })])
    await compare()
    expect((await load()).to).toBe(now.toISOString())
  })

  it('counts a repeated id once, and words that are named', async () => {
    await start(randomUUID(), { words: [{ word: 'Declined', decision: 'Reject' }] })
    const worded = (id: string, word: string): object => ({
      ...logged(id, { email: 'added@x.example' }),
      response: { resultDetails: { MerchantRuleDecision: word } },
    })
    await receive([worded('a', 'declined'), worded('a', 'Declined'), worded('b', 'Pending')])
    await compare()
    restart()
    await receive([worded('a', 'Declined')])
    await compare()
    expect((await load()).figures).toMatchObject({
      compared: { events: 1 },
      parity: 100,
      skipped: { duplicates: 2, invalid: 0, words: [{ word: 'Pending', events: 1 }] },
    })
  })

  it('compares answers with characters that the database refuses, and what follows them', async () => {
    await start()
    const answered = (id: string, details: object): object => ({
      ...logged(id, { email: 'added@x.example' }),
      response: { resultDetails: details },
    })
    // Half of the pair would be the 40th character.
    const long = `${'w'.repeat(39)}\u{1f600} and more`
    await receive([
      answered('a', { MerchantRuleDecision: 'No\u0000thing' }),
      answered('b', { MerchantRuleDecision: long }),
      answered('c', { MerchantRuleDecision: 'Half \ud83d' }),
      answered('d', { MerchantRuleDecision: 'Approve', PolicyApplied: 'Rule \u0000 \ud83d', ClauseName: '\u0000' }),
      logged('e'),
    ])
    await compare()
    const { failure, waiting, figures } = await load()
    expect({ failure, waiting }).toEqual({ failure: null, waiting: 0 })
    expect(figures).toMatchObject({ compared: { events: 2 }, same: { events: 1 } })
    expect(figures.newest).toMatchObject([{ eventId: 'd', former: { rule: 'Rule \ufffd \ufffd', clause: '\ufffd' } }])
    expect(figures.skipped.words.map(({ word }) => word).toSorted()).toEqual([
      'Half \ufffd',
      'No\ufffdthing',
      `${'w'.repeat(39)}\ufffd`,
    ])
  })

  it('refuses an event at a time that cannot be stored, and stores the others of its call', async () => {
    await start()
    const at = (id: string, time: unknown): object => ({ ...logged(id), time })
    expect(await receive([at('a', -1e16), at('b', '0000-05-05T00:00:00Z'), at('c', -1e12), logged('d')])).toEqual({
      accepted: 1,
      refused: [0, 1, 2].map(index => ({ index, reason: 'noTime' })),
    })
  })

  it('reads the newest examples of each cause and the newest of all, not every difference', async () => {
    await start()
    const { db } = bench.store
    await receive([logged('a', { decision: 'Reject' }), logged('b', { amount: 950 }), logged('c', { amount: 960 })])
    await compare()
    // After these, 1,000 of the first cause, and then 9,000 events without a difference.
    await sql`
      insert into mirror_event (environment_id, mirror_id, event_type, external_id, at, content, result, cause, example)
      select environment_id, mirror_id, event_type, external_id, at, content, case when n <= 1000 then result else 'same' end,
        case when n <= 1000 then cause end, jsonb_set(example::jsonb, '{eventId}', to_jsonb('a-' || n))::text
      from mirror_event cross join generate_series(1, 10000) n where external_id = 'a' order by n`.execute(db)
    await sql`analyze mirror_event`.execute(db)
    const { figures, read } = await db.transaction().execute(async trx => {
      // Includes what the connection read just before the transaction: it is collected at most once a second.
      const countReads = async (): Promise<number> => {
        const { rows } = await sql<{ count: number }>`
          select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
          where relname = 'mirror_event'`.execute(trx)
        return rows[0]?.count ?? 0
      }
      const before = await countReads()
      const loaded = await loadMirrorFigures(trx, places.root)
      return { figures: loaded, read: (await countReads()) - before }
    })
    expect(figures.groups.map(({ examples }) => examples.map(({ eventId }) => eventId)).toSorted()).toEqual([
      Array.from({ length: 10 }, (_, index) => `a-${1000 - index}`),
      ['c', 'b'],
    ])
    expect(figures.newest.map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: mirrorLimits.differences }, (_, index) => `a-${1000 - index}`),
    )
    expect(read).toBe(10 + 2 + mirrorLimits.differences)
  })

  it('refuses what is no event with an answer, and says which', async () => {
    await start()
    const answer = await receive([
      logged('a'),
      'text',
      { ...logged('b'), response: null },
      { ...logged('c'), time: undefined },
      { ...logged('d'), path: '/v1.0/assessment/Unknown' },
      { ...logged('e'), request: { totalAmount: 'much' } },
      { ...logged('f'), path: '/v1.0/MerchantServices/events/Refund' },
    ])
    expect(answer).toMatchObject({ accepted: 1 })
    expect((answer as { refused: object[] }).refused).toMatchObject([
      { index: 1, reason: 'notAnEvent' },
      { index: 2, reason: 'noAnswer' },
      { index: 3, reason: 'noTime' },
      { index: 4, reason: 'unknownType' },
      { index: 5, reason: 'invalid', message: expect.stringContaining('purchaseId') as string },
      { index: 6, reason: 'notAnEvent' },
    ])
    expect(await load()).toMatchObject({ received: 1, refused: 6 })
    expect(await receive([])).toBe('body')
    expect(await receive('events')).toBe('body')
    expect(await receive(Array.from({ length: mirrorLimits.batch + 1 }, () => ({})))).toBe('tooMany')
    expect(await receive([logged('a')], places.eu)).toBe('noMirror')
    await bench.store.db.updateTable('mirror').set({ received: mirrorLimits.events }).execute()
    expect(await receive([logged('g')])).toBe('full')
  })

  it('stores no field that is never stored', async () => {
    await start()
    const sold = logged('a') as { request: object }
    await receive([{ ...sold, request: { ...sold.request, cvv: '737', customData: { cvv: '737' } } }])
    const { content } = await bench.store.db.selectFrom('mirror_event').select('content').executeTakeFirstOrThrow()
    expect(content).toContain('a@x.example')
    expect(content).not.toContain('737')
  })

  it('acts on nothing: no event, case, list entry, message or count of velocities comes of it', async () => {
    const { db } = bench.store
    const tables = [
      'event',
      'event_key',
      'review_case',
      'support_entry',
      'list_version',
      'traced_event',
      'velocity_log',
    ] as const
    const counts = () =>
      Promise.all(
        tables.map(async table => {
          const { found } = await db
            .selectFrom(table as 'event')
            .select(({ fn }) => fn.countAll<number>().as('found'))
            .executeTakeFirstOrThrow()
          return found
        }),
      )
    const before = await counts()
    await start()
    await receive([logged('a', { amount: 950 }), logged('b', { email: 'added@x.example' })])
    await compare()
    expect((await load()).figures.matrix).toMatchObject([
      { former: 'Approve', own: 'Reject' },
      { former: 'Approve', own: 'Review' },
    ])
    expect(await counts()).toEqual(before)
  })

  it('waits while no rule is active, and says so', async () => {
    await call('engineer', 'POST', `${places.us}/mirror`, { mirrorId: randomUUID() })
    const { db } = bench.store
    const ids = (await db.selectFrom('rule').select('id').where('status', '=', 'active').execute()).map(({ id }) => id)
    const set = (status: 'active' | 'inactive') =>
      db.updateTable('rule').set({ status }).where('id', 'in', ids).execute()
    await set('inactive')
    await receive([logged('a')], places.us)
    await compare()
    const loadUs = async () => (await call('viewer', 'GET', `${places.us}/mirror`)).json
    expect(await loadUs()).toMatchObject({ mirror: { failure: 'noRules', waiting: 1 } })
    await set('active')
    await compare()
    expect(await loadUs()).toMatchObject({
      mirror: { failure: null, waiting: 0, figures: { compared: { events: 1 } } },
    })
  })

  it('is one for each environment, ends, and is removed with its events', async () => {
    const id = randomUUID()
    expect(await start(id)).toMatchObject({ status: 201, json: { id, state: 'running' } })
    expect(await start(id)).toMatchObject({ status: 201, json: { id } })
    expect(await start()).toMatchObject({ status: 409, json: { code: 'mirror.exists' } })
    await receive([logged('a')])
    expect((await call('engineer', 'DELETE', `${path}/${id}`)).json).toEqual({ deleted: false })
    expect(await call('engineer', 'POST', `${path}/${id}/end`)).toMatchObject({ status: 200, json: { state: 'ended' } })
    expect(await receive([logged('b')])).toBe('noMirror')
    // What was received is compared.
    expect(await compare()).toBe(0)
    expect(await load()).toMatchObject({ state: 'ended', figures: { compared: { events: 1 } } })
    expect((await call('engineer', 'DELETE', `${path}/${id}`)).json).toEqual({ deleted: true })
    expect((await call('viewer', 'GET', path)).json).toEqual({ mirror: null })
    expect(await bench.store.db.selectFrom('mirror_event').select('seq').execute()).toEqual([])
    const entries = await bench.store.db
      .selectFrom('audit_log')
      .select('operation')
      .where('resource_type', '=', 'Mirror')
      .where('resource_id', '=', id)
      .execute()
    expect(entries.map(({ operation }) => operation).toSorted()).toEqual(['Delete', 'Start', 'Stop'])
  })

  it('belongs to its environment, and to users who may change rules', async () => {
    const id = randomUUID()
    await start(id)
    for (const as of ['viewer', 'support'])
      expect((await call(as, 'POST', path, { mirrorId: randomUUID() })).status).toBe(403)
    expect((await call('viewer', 'POST', `${path}/${id}/end`)).status).toBe(403)
    expect((await call('outsider', 'GET', path)).status).toBe(404)
    expect((await call('engineer', 'POST', `${places.foreign}/mirror`, { mirrorId: id })).status).toBe(404)
    expect((await call('admin', 'POST', `${places.us}/mirror/${id}/end`)).status).toBe(404)
    expect((await call('admin', 'GET', `${places.us}/mirror`)).json).toEqual({ mirror: null })
    const twice = ['No', 'no'].map(word => ({ word, decision: 'Reject' }))
    expect(await start(id, { words: twice })).toMatchObject({
      status: 422,
      json: { details: { issues: [{ path: ['words', 1, 'word'] }] } },
    })
  })

  it('is compared in a thread of its own', async () => {
    await start()
    const runner = createMirrorRunner(bench.store.target)
    try {
      await receive([logged('a')])
      await runner.work()
      await receive([logged('b'), logged('c')])
      await Promise.all([runner.work(), runner.work(), runner.work()])
      expect(await load()).toMatchObject({ waiting: 0, figures: { compared: { events: 3 } } })
    } finally {
      await runner.stop()
    }
  })

  it('leaves events to the process that compared them', async () => {
    await start()
    const other = createMirrorComparer({ db: bench.store.db, clock: () => now, log: silentLog, countryOf: () => null })
    await receive([logged('a'), logged('b', { decision: 'Reject' })])
    await Promise.all([comparer.work(), other.work()])
    await receive([logged('c')])
    await other.work()
    await comparer.work()
    expect((await load()).figures).toMatchObject({ compared: { events: 3 }, differing: { events: 1 } })
  })
})
