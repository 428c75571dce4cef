import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SubjectHold, SubjectPlan, SubjectRequest } from '../../contract/index.ts'
import { subjectLimits } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import type { Db } from '../../ports/database.ts'
import { refreshReports } from '../reports/refresh/refresh-reports.ts'
import { deleteSubject } from './jobs/delete-subject.ts'
import { loadPlace } from './jobs/request-place.ts'
import { verifyReceipt } from './receipts/receipt.ts'
import { benchNow, createPerson, openSubjectBench, type Person, type SubjectBench } from './testing/subject-bench.ts'

/* What happens between the steps of a request: holds, other requests, and attempts that end the process. */

interface Refusal {
  code?: string
}

let bench: SubjectBench
let person: Person
let round = 0
beforeAll(async () => {
  bench = await openSubjectBench()
}, 60_000)
afterAll(() => bench.close())
beforeEach(async () => {
  round += 1
  person = createPerson(`r${round}x`)
  for (const table of ['subject_request', 'subject_hold'] as const) await bench.db.deleteFrom(table).execute()
})

const purchaseOf = ({ user }: Person) => ({
  AssessmentName: 'purchase',
  PropertyName: 'user.userId',
  PropertyValue: user,
})
const path = (rest = '', environment: string = places.root) => `${environment}/subject-requests${rest}`
const submit = (type: string, environment: string = places.root) =>
  bench.call<SubjectRequest & Refusal>('POST', path('', environment), { type, ...purchaseOf(person) }, 'admin')
const get = (id: string) => bench.request<SubjectRequest>('GET', path(`/${id}`), undefined, 'admin')
const hold = (who: Person, more: object = {}, environment: string = places.root) =>
  bench.call<SubjectHold>(
    'POST',
    `${environment}/subject-holds`,
    { holdId: randomUUID(), reason: 'Lawsuit 7', until: '2026-03-31', ...purchaseOf(who), ...more },
    'admin',
  )
const countReportRows = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from report_transaction`.execute(bench.db)).rows[0]?.n ?? 0
const countEvents = async (): Promise<number> =>
  (await bench.request<{ count: number }>('POST', path('/search'), purchaseOf(person), 'admin')).count

/** The database of a process in which something happens before its nth transaction. */
function before(nth: number, happens: () => Promise<unknown>, db: Db = bench.db): Db {
  let transactions = 0
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({
          execute: async (work: (trx: never) => Promise<unknown>) => {
            transactions += 1
            if (transactions === nth) await happens()
            return target.transaction().execute(work as never)
          },
        })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
    },
  })
}

/** Stores an update of the account of the person, which is found by the user alone. */
async function storeUpdate(): Promise<void> {
  await bench.db
    .insertInto('data_event')
    .values({
      environment_id: places.root,
      at: benchNow,
      data_id: randomUUID(),
      event_type: 'updateaccount',
      event_key: person.user,
      subject_type: 'user',
      subject_id: person.user,
      entity_id: person.user,
      happened_at: benchNow,
      received_at: benchNow,
      correlation_id: null,
      body: JSON.stringify({ user: person.user }),
    })
    .execute()
}
const countUpdates = async (): Promise<number> =>
  (await bench.db.selectFrom('data_event').select('data_id').where('subject_id', '=', person.user).execute()).length

/** Downloads the receipt of a request, and verifies it. */
async function receiptOf(id: string) {
  const { receipt } = await bench.db
    .selectFrom('subject_request')
    .select('receipt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return verifyReceipt(receipt ?? '', bench.signer.publicJwk)
}

/** Writes notes of others that name events and the person. Returns what reads them. */
async function writeNotes(first: string, ids?: readonly string[]): Promise<() => Promise<string[]>> {
  const keys = await bench.db
    .selectFrom('event_key')
    .select('external_id')
    .where('external_id', 'like', `${first}%`)
    .execute()
  const named = ids ?? keys.map(row => row.external_id)
  const texts = [...named.map(id => `See ${id}.`), `Spoke to ${person.email}.`]
  const noteIds = texts.map(() => randomUUID())
  const note = {
    environment_id: places.root,
    event_type: 'purchase',
    event_id: 'P-of-another',
    parent_id: null,
    author_id: randomUUID(),
    author_name: 'Ann',
    mentions: '[]',
    system_event: null,
    system_params: null,
    created_at: benchNow,
    edited_at: null,
    deleted_at: null,
    deleted_by: null,
    deleted_by_name: null,
  }
  await bench.db
    .insertInto('note')
    .values(texts.map((text, n) => ({ ...note, id: noteIds[n] ?? '', text })))
    .execute()
  return async () =>
    (await bench.db.selectFrom('note').select('text').where('id', 'in', noteIds).orderBy('text').execute()).map(
      ({ text }) => text,
    )
}

/** Stores events of the person by copying one: faster than deciding them. Returns the id of that one. */
async function copyEvent(times: number): Promise<string> {
  const id = await bench.buy(person)
  const { event_id: source } = await bench.db
    .selectFrom('event_key')
    .select('event_id')
    .where('external_id', '=', id)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: times }, () => randomUUID())
  const copies = sql`(select o.id, ${id} || '-' || o.id as external from unnest(${ids}::uuid[]) o(id)) c`
  for (const [table, external] of [
    ['event', true],
    ['event_body', false],
    ['event_key', true],
    ['event_entity', false],
  ] as const) {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`.execute(bench.db)
    const others = rows
      .map(({ name }) => name)
      .filter(name => !['event_id', ...(external ? ['external_id'] : [])].includes(name))
    await sql`insert into ${sql.table(table)} (${sql.join(others.map(name => sql.ref(name)))}, event_id ${external ? sql`, external_id` : sql``})
      select ${sql.join(others.map(name => sql.ref(`s.${name}`)))}, c.id ${external ? sql`, c.external` : sql``}
      from ${sql.table(table)} s, ${copies} where s.event_id = ${source}::uuid`.execute(bench.db)
  }
  return id
}

describe('a legal hold', () => {
  it('that is set while a deletion runs stops it before its next step, and what is left stays', async () => {
    const copied = await copyEvent(149)
    const notes = await writeNotes(copied)
    const { json } = await submit('delete')
    // After the events were listed and the first hundred of them removed.
    let left = 0
    await bench.run({
      db: before(3, async () => {
        expect((await hold(person)).status).toBe(201)
        left = await countEvents()
      }),
    })
    expect(left).toBe(50)
    expect(await countEvents()).toBe(50)
    const stopped = await get(json.id)
    expect(stopped).toMatchObject({ status: 'failed', failure: 'hold', events: 100, hasReceipt: true })
    // What the notes of others say of the removed events is replaced; of those that are left it stays.
    const texts = await notes()
    expect(texts.filter(text => /^See erased-\w{8}\.$/.test(text))).toHaveLength(100)
    expect(texts.filter(text => text.startsWith(`See ${copied}`))).toHaveLength(50)
    expect(texts).toContain(`Spoke to ${person.email}.`)
    const { receipt } = await receiptOf(json.id)
    expect(receipt).toMatchObject({ events: 100, stoppedBy: 'hold' })
    expect(receipt?.stores).toEqual(stopped.lines.map(({ store, outcome, count: rows }) => ({ store, outcome, rows })))
    expect(stopped.lines.find(({ store }) => store === 'mentions')).toMatchObject({ count: 100 })
    const [entry] = await bench.db
      .selectFrom('audit_log')
      .select('after')
      .where('resource_id', '=', json.id)
      .where('operation', '=', 'Delete')
      .execute()
    expect(entry?.after).toMatchObject({ failure: 'hold', events: 100, rows: { events: 100 } })
    await bench.run()
    expect(await countEvents()).toBe(50)
  })

  it('that is set once all events are removed lets their mentions be replaced, and nothing else be deleted', async () => {
    const id = await bench.buy(person)
    await storeUpdate()
    const notes = await writeNotes(id, [id])
    const { json } = await submit('delete')
    // Listed, removed, and nothing more found.
    await bench.run({ db: before(4, () => hold(person)) })
    expect(await get(json.id)).toMatchObject({ status: 'failed', failure: 'hold', events: 1, hasReceipt: true })
    expect(await notes()).toEqual([
      expect.stringMatching(/^See erased-\w{8}\.$/),
      expect.stringMatching(/^Spoke to erased-\w{8}\.$/),
    ])
    expect(await countUpdates()).toBe(1)
  })

  it('that stops a deletion is followed by the rest of the mentions when the process is killed then', async () => {
    const copied = await copyEvent(149)
    const notes = await writeNotes(copied)
    const { json } = await submit('delete')
    let set = false
    const stop = before(3, async () => {
      set = true
      await hold(person)
    })
    await bench.run({ db: before(20, () => Promise.reject(new Error('The process was killed.')), stop) })
    expect([set, (await get(json.id)).status]).toEqual([true, 'pending'])
    await bench.run()
    expect(await get(json.id)).toMatchObject({ status: 'failed', failure: 'hold', events: 100, hasReceipt: true })
    expect((await notes()).filter(text => text.startsWith(`See ${copied}`))).toHaveLength(50)
    expect(await countEvents()).toBe(50)
  })

  it('that is set before anything was removed leaves no trace but the failure', async () => {
    const id = await bench.buy(person)
    const notes = await writeNotes(id, [id])
    const { json } = await submit('delete')
    await bench.run({ db: before(2, () => hold(person)) })
    expect(await get(json.id)).toMatchObject({ status: 'failed', failure: 'hold', events: 0, hasReceipt: false })
    expect(await notes()).toEqual([`See ${id}.`, `Spoke to ${person.email}.`])
  })

  it('by another attribute stops it, too', async () => {
    await copyEvent(149)
    const { json } = await submit('delete')
    await bench.run({
      db: before(3, async () => {
        await hold(person)
        await bench.db.updateTable('subject_hold').set({ attribute: 'user.email', value: person.email }).execute()
      }),
    })
    expect(await countEvents()).toBe(50)
    expect(await get(json.id)).toMatchObject({ status: 'failed', failure: 'hold' })
  })

  it('is answered after the step that runs', async () => {
    await bench.buy(person)
    const { json } = await submit('delete')
    let committed = false
    const step = bench.db.transaction().execute(async trx => {
      await sql`select id from subject_request where id = ${json.id}::uuid for update`.execute(trx)
      await new Promise(resolve => setTimeout(resolve, 300))
      committed = true
    })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect([(await hold(person)).status, committed]).toEqual([201, true])
    await step
  })

  it('refuses a deletion however many others there are', async () => {
    await bench.buy(person)
    await bench.db
      .insertInto('subject_hold')
      .values(
        Array.from({ length: 120 }, (_hold, n) => ({
          id: randomUUID(),
          environment_id: places.root,
          event_types: ['purchase'],
          assessments: ['Purchase'],
          attribute: 'user.userId',
          value: `u_${n}`,
          reason: 'Lawsuit',
          until: new Date(benchNow.getTime() + 86_400_000),
          set_by: randomUUID(),
          set_by_name: 'Ann',
          set_at: benchNow,
        })),
      )
      .execute()
    // The last one to end.
    await hold(person, { until: '2030-01-01' })
    expect((await submit('delete')).json.code).toBe('subject.hold')
    const { holds } = await bench.request<{ holds: SubjectHold[] }>(
      'GET',
      `${places.root}/subject-holds`,
      undefined,
      'admin',
    )
    expect(holds).toHaveLength(121)
  })

  it('of an environment above says to those who have no right there whose it is, but not whom it is about', async () => {
    await bench.buy(person, {}, places.eu)
    await hold(person)
    const principal = bench.bench.person('local')
    const { assignments } = principal
    Object.assign(principal, { assignments: [{ role: 'ProductAdmin', environmentId: places.eu }] })
    const plan = await bench.request<SubjectPlan>(
      'POST',
      path('/preview', places.eu),
      { type: 'delete', ...purchaseOf(person) },
      'local',
    )
    Object.assign(principal, { assignments })
    expect(plan.holds).toMatchObject([{ owner: 'Name of admin', value: null }])
  })

  it('that is over names nobody any more once the person it names is deleted', async () => {
    await bench.buy(person)
    await hold(person, { reason: `Lawsuit of ${person.email}`, until: '2025-11-30' })
    bench.at(new Date('2025-12-01T00:00:00Z'))
    await submit('delete')
    await bench.run()
    bench.at(benchNow)
    const { reason } = await bench.db.selectFrom('subject_hold').select('reason').executeTakeFirstOrThrow()
    expect(reason).toMatch(/^Lawsuit of erased-\w{8}$/)
  })
})

describe('two administrators at once', () => {
  it('submit one request', async () => {
    await bench.buy(person)
    const answers = await Promise.all([submit('delete'), submit('delete'), submit('delete')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
    expect(answers.flatMap(({ json }) => json.code ?? [])).toEqual(['subject.pending', 'subject.pending'])
  })

  it('one with a hold and one with a deletion: the hold that was answered protects', async () => {
    await bench.buy(person)
    const [held] = await Promise.all([hold(person), submit('delete')])
    await bench.run()
    expect([held.status, await countEvents()]).toEqual([201, 1])
  })
})

describe('an export', () => {
  it('has nothing that was deleted while it was written', async () => {
    await bench.buy(person)
    const exported = (await submit('export')).json.id
    const place = await loadPlace(bench.db, places.root)
    // The transaction that stores the file.
    await bench.run({
      db: before(2, async () => {
        const { json } = await submit('delete')
        while ((await bench.db.selectFrom('audit_log').select('id').where('facet_id', 'is', null).execute()).length > 0)
          await linkLog()
        await deleteSubject(bench.ports, place as NonNullable<typeof place>, json.id)
      }),
    })
    expect(await get(exported)).toMatchObject({ status: 'pending', file: null })
    await bench.run()
    expect(await get(exported)).toMatchObject({ status: 'complete', events: 0, total: 0, file: null })
  })
})

const linkLog = async () => {
  const { linkEntries } = await import('../activity-log/chain/link-entries.ts')
  await linkEntries(bench.ports, bench.signer)
}

describe('attempts', () => {
  it('that each ended the process, with nothing done, end the request', async () => {
    await bench.buy(person)
    const { json } = await submit('delete')
    await bench.db.updateTable('subject_request').set({ attempts: subjectLimits.attempts }).execute()
    await bench.run()
    expect(await get(json.id)).toMatchObject({ status: 'failed', failure: 'internal' })
    expect(await countEvents()).toBe(1)
  })

  it('are counted anew when something was done', async () => {
    await copyEvent(149)
    const { json } = await submit('delete')
    await bench.db
      .updateTable('subject_request')
      .set({ attempts: subjectLimits.attempts - 1 })
      .execute()
    await bench.run({ db: before(3, () => Promise.reject(new Error('The process was killed.'))) })
    expect(await get(json.id)).toMatchObject({ status: 'pending', events: 100 })
    await bench.run()
    expect(await get(json.id)).toMatchObject({ status: 'complete', events: 150 })
  })

  it('count the entries of the log that were erased before a stop', async () => {
    await bench.buy(person)
    await sql`insert into audit_log (id, tenant_id, environment_id, at, actor_id, actor_name, actor_roles, resource_type, resource_id,
        resource_name, operation, before, after)
      values (gen_random_uuid(), ${places.tenant}::uuid, ${places.root}::uuid, ${benchNow}, gen_random_uuid(), 'Ann', '{}', 'Case', 'c',
        '', 'Decide', null, ${JSON.stringify({ note: `Spoke to ${person.email}` })})`.execute(bench.db)
    const { json } = await submit('delete')
    const erased = async () =>
      (await bench.db.selectFrom('audit_log').select('id').where('erased_at', 'is not', null).execute()).length
    const already = await erased()
    // The erasure is one transaction, its count the next.
    let stopped = false
    const killed: Db = new Proxy(bench.db, {
      get: (target, name) => {
        if (name === 'transaction')
          return () => ({
            execute: async (work: (trx: never) => Promise<unknown>) => {
              if ((await erased()) > already) {
                stopped = true
                throw new Error('The process was killed.')
              }
              return target.transaction().execute(work as never)
            },
          })
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
      },
    })
    await bench.run({ db: killed })
    expect([stopped, (await get(json.id)).status]).toEqual([true, 'pending'])
    await bench.run()
    const { lines } = await get(json.id)
    expect(lines.find(({ store }) => store === 'activityLog')).toMatchObject({ count: 1 })
  })
})

describe('a process that is killed', () => {
  it.each([2, 4, 9, 30])(
    'in transaction %i of a deletion is followed by one that completes it, and counts nothing twice',
    async nth => {
      await copyEvent(149)
      const { json } = await submit('delete')
      const preview = await bench.request<SubjectPlan>(
        'POST',
        path('/preview'),
        { type: 'delete', ...purchaseOf(person) },
        'admin',
      )
      // The reports of a service that starts read what has arrived since the dry run.
      await refreshReports({ ...bench.ports, clock: () => new Date(benchNow.getTime() + 60_000) })
      expect(await countReportRows()).toBeGreaterThanOrEqual(150)
      while ((await bench.db.selectFrom('audit_log').select('id').where('facet_id', 'is', null).execute()).length > 0)
        await linkLog()
      const child = fork(join(import.meta.dirname, 'testing/delete-until-killed.ts'), [
        JSON.stringify(bench.bench.store.target),
        JSON.stringify(bench.signer),
        benchNow.toISOString(),
      ])
      const closed = once(child, 'exit')
      let [transactions, ended] = [0, false]
      child.on('message', message => {
        ended ||= message === 'ended'
        transactions += 1
        child.send('go')
        // The kernel ends it while the transaction is on its way to the database, or in it.
        if (transactions === nth) setTimeout(() => child.kill('SIGKILL'), nth % 3)
      })
      const [, signal] = (await closed) as [number | null, string | null]
      expect([signal, ended]).toEqual(['SIGKILL', false])
      expect((await get(json.id)).status).toBe('pending')
      await bench.run()
      const done = await get(json.id)
      expect(done).toMatchObject({ status: 'complete', events: 150, total: 150, hasReceipt: true })
      expect(done.lines).toEqual(preview.lines)
      expect(await countEvents()).toBe(0)
    },
    30_000,
  )
})

describe('more events than a request may concern', () => {
  const limitTo = async (events: number, work: () => Promise<void>) => {
    const limits = subjectLimits as { events: number }
    const { events: most } = limits
    limits.events = events
    try {
      await work()
    } finally {
      limits.events = most
    }
  }

  it('are refused by the dry run and by the request, of both types', async () => {
    await copyEvent(2)
    await limitTo(2, async () => {
      for (const type of ['export', 'delete']) {
        const body = { type, ...purchaseOf(person) }
        for (const to of ['/preview', ''])
          expect((await bench.call('POST', path(to), body, 'admin')).json).toMatchObject({
            code: 'subject.limit',
            details: { limit: 2 },
          })
      }
    })
    expect((await submit('delete')).status).toBe(202)
  })

  it('end a request that could not count them, before anything is removed', async () => {
    await copyEvent(2)
    const { json } = await submit('delete')
    await limitTo(2, async () => void (await bench.run()))
    expect(await get(json.id)).toMatchObject({ status: 'failed', failure: 'tooLarge', events: 0 })
    expect(await countEvents()).toBe(3)
  })
})
