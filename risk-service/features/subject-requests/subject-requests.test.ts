import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SubjectHold, SubjectMatch, SubjectPlan, SubjectRequest } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { unpackZip } from '../lists/testing/unpack-zip.ts'
import { verifyReceipt } from './receipts/receipt.ts'
import { benchNow, createPerson, openSubjectBench, type Person, type SubjectBench } from './testing/subject-bench.ts'

interface Refusal {
  code?: string
  message?: string
  details?: { reason?: string; changedBy?: string; changedAt?: string; issues?: { path: string[]; message: string }[] }
}

let bench: SubjectBench
let person: Person
let round = 0
beforeAll(async () => {
  bench = await openSubjectBench()
}, 60_000)
afterAll(() => bench.close())
beforeEach(async () => {
  bench.at(benchNow)
  round += 1
  person = createPerson(`p${round}x`)
  for (const table of ['subject_request', 'subject_hold', 'notification'] as const)
    await bench.db.deleteFrom(table).execute()
})

const path = (rest = '', environment: string = places.root) => `${environment}/subject-requests${rest}`
const purchaseOf = ({ user }: Person) => ({
  AssessmentName: 'purchase',
  PropertyName: 'user.userId',
  PropertyValue: user,
})
const submit = (type: string, subject: object, as = 'admin', environment: string = places.root) =>
  bench.call<SubjectRequest & Refusal>('POST', path('', environment), { type, ...subject }, as)
const find = (subject: object, as = 'admin', environment: string = places.root) =>
  bench.call<{ count: number; matches: SubjectMatch[]; nextCursor: string | null } & Refusal>(
    'POST',
    path('/search', environment),
    subject,
    as,
  )
const get = async (id: string, as = 'admin') =>
  (await bench.call<SubjectRequest>('GET', path(`/${id}`), undefined, as)).json
const plan = (type: string, subject: object) =>
  bench.request<SubjectPlan>('POST', path('/preview'), { type, ...subject }, 'admin')
const lineOf = (lines: SubjectPlan['lines'], store: string) => lines.find(line => line.store === store)
const download = (id: string, what: string, as = 'admin') =>
  fetchFile(`/api/console/v1/environments/${path(`/${id}/${what}`)}`, as)
async function fetchFile(address: string, as: string) {
  const response = await bench.bench.app.request(address, { headers: { authorization: `Bearer ${as}` } })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('events of a person', () => {
  it('are found by the exact value, in the environment and below it, the newest first', async () => {
    const id = await bench.buy(person)
    bench.at(new Date(benchNow.getTime() + 60_000))
    const below = await bench.buy(person, {}, places.eu)
    await bench.buy(createPerson('other'))
    const { json } = await find(purchaseOf(person))
    expect([json.count, json.matches.map(({ externalId }) => externalId)]).toEqual([2, [below, id]])
    expect(json.matches[0]).toMatchObject({ environmentName: 'Harbor EU', observations: 0, labels: 0, caseState: null })
    expect((await find(purchaseOf({ ...person, user: person.user.toUpperCase() }))).json.count).toBe(0)
    expect((await find(purchaseOf(person), 'admin', places.us)).json.count).toBe(0)
    expect((await find({ SubjectID: `User:${person.user}` })).json.count).toBe(2)
    expect((await find(purchaseOf(person), 'outsider', places.foreign)).json.count).toBe(0)
  })

  it('come in pages', async () => {
    const ids = [await bench.buy(person), await bench.buy(person), await bench.buy(person)]
    const first = await find({ ...purchaseOf(person), limit: 2 })
    const rest = await find({ ...purchaseOf(person), limit: 2, cursor: first.json.nextCursor })
    const all = [...first.json.matches, ...rest.json.matches].map(({ externalId }) => externalId)
    expect([all.toSorted(), rest.json.nextCursor]).toEqual([ids.toSorted(), null])
  })

  it('each search is in the log, without the value', async () => {
    await find(purchaseOf(person))
    const rows = await bench.db
      .selectFrom('audit_log')
      .select(['operation', 'before', 'after', 'resource_name'])
      .where('resource_type', '=', 'SubjectRequest')
      .where('operation', '=', 'Read')
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(person.user)
  })
})

describe('a request is refused', () => {
  it.each([
    [{}, 'SubjectID'],
    [{ SubjectID: 'u_1' }, 'SubjectID'],
    [{ SubjectID: 'User:a', AssessmentName: 'purchase' }, 'AssessmentName'],
    [{ AssessmentName: 'purchase', PropertyName: 'user.userId' }, 'PropertyValue'],
    [{ AssessmentName: 'Nothing', PropertyName: 'user.id', PropertyValue: 'a' }, 'AssessmentName'],
    [{ AssessmentName: 'purchase', PropertyName: 'user.email', PropertyValue: 'a' }, 'PropertyName'],
  ])('for %j, naming %s', async (subject, field) => {
    const { status, json } = await submit('export', subject)
    expect([status, json.details?.issues?.[0]?.path.at(-1)]).toEqual([422, field])
  })

  it('while the same is pending; another type and another person are not', async () => {
    expect((await submit('export', purchaseOf(person))).status).toBe(202)
    const again = await submit('export', purchaseOf(person))
    expect([again.status, again.json.details?.reason ?? again.json.code, again.json.message]).toEqual([
      409,
      'subject.pending',
      'A request for this subject is already pending.',
    ])
    expect((await submit('delete', purchaseOf(person))).status).toBe(202)
    expect((await submit('export', purchaseOf(createPerson('else')))).status).toBe(202)
    await bench.run()
    expect((await submit('export', purchaseOf(person))).status).toBe(202)
  })

  it.each([
    ['viewer', places.root, 403],
    ['nobody', places.root, 404],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
    ['local', places.root, 404],
  ])('of %s in %s: %i', async (as, environment, status) => {
    expect((await submit('delete', purchaseOf(person), as, environment)).status).toBe(status)
    expect((await find(purchaseOf(person), as, environment)).status).toBe(status)
    expect((await bench.db.selectFrom('subject_request').select('id').execute()).length).toBe(0)
  })

  it('with an id of another request; a repeat returns the first one', async () => {
    const requestId = randomUUID()
    const first = await submit('export', { ...purchaseOf(person), requestId })
    const repeat = await submit('export', { ...purchaseOf(person), requestId })
    expect([first.status, repeat.json.id]).toEqual([202, first.json.id])
    const other = await submit('delete', { ...purchaseOf(person), requestId })
    expect([other.status, other.json.details?.reason ?? other.json.code]).toEqual([409, 'subject.exists'])
  })
})

describe('an export', () => {
  const linesOf = (bytes: Uint8Array): Record<string, unknown>[] =>
    (unpackZip(bytes)['events.jsonl'] ?? '')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  const loadParts = async (id: string): Promise<number[]> => {
    const { rows } = await sql<{ bytes: number }>`select octet_length(content) as bytes from subject_request_part
      where request_id = ${id}::uuid order by n`.execute(bench.db)
    return rows.map(({ bytes }) => bytes)
  }

  it('is a ZIP file of JSON lines, one for each event, and expires after 28 days', async () => {
    const ids = [await bench.buy(person), await bench.buy(person, {}, places.eu)]
    const { json } = await submit('export', purchaseOf(person))
    expect(await get(json.id)).toMatchObject({ status: 'pending', file: null })
    await bench.run()
    expect(await get(json.id)).toMatchObject({ status: 'complete', events: 2, file: { state: 'available' } })
    const { status, bytes } = await download(json.id, 'export')
    const lines = linesOf(bytes)
    expect([status, lines.map(({ id }) => id).toSorted()]).toEqual([200, ids.toSorted()])
    expect(lines[0]).toMatchObject({
      assessment: 'purchase',
      request: { user: { userId: person.user } },
      response: { resultDetails: { MerchantRuleDecision: expect.any(String) as string } },
      observations: [],
      labels: [],
    })
    expect((await download(json.id, 'export', 'viewer')).status).toBe(403)
    expect((await download(json.id, 'export', 'outsider')).status).toBe(404)
    const exported = await bench.db
      .selectFrom('audit_log')
      .select('actor_name')
      .where('resource_id', '=', json.id)
      .where('operation', '=', 'Export')
      .execute()
    expect(exported.map(row => row.actor_name).toSorted()).toEqual(['Assay', 'Name of admin'])
    bench.at(new Date(benchNow.getTime() + 28 * 86_400_000 + 1))
    expect((await get(json.id)).file).toMatchObject({ state: 'expired' })
    expect((await bench.call('GET', path(`/${json.id}/export`), undefined, 'admin')).status).toBe(409)
    await bench.run()
    expect(await loadParts(json.id)).toEqual([])
  })

  it('of large events is stored, and sent, in parts of half a megabyte', async () => {
    await bench.buy(person)
    const text = randomBytes(1_200_000).toString('base64')
    await sql`update event_body b set request = (b.request::jsonb || jsonb_build_object('text', ${text}::text))::json
      from event_key k where k.event_id = b.event_id and k.external_id in
        (select external_id from event where user_id = ${person.user})`.execute(bench.db)
    const { json } = await submit('export', purchaseOf(person))
    await bench.run()
    const parts = await loadParts(json.id)
    expect(parts.length).toBeGreaterThan(2)
    expect(Math.max(...parts)).toBe(512 * 1024)
    const { bytes } = await download(json.id, 'export')
    expect(linesOf(bytes).map(({ request }) => (request as { text: string }).text)).toEqual([text])
    expect((await get(json.id)).file).toMatchObject({ bytes: bytes.byteLength })
    // Some of it was deleted while it was read.
    await bench.db.deleteFrom('subject_request_part').where('n', '=', 1).execute()
    expect((await download(json.id, 'export')).status).toBe(409)
  })

  it('of nobody ends complete with 0 events and without a file', async () => {
    const { json } = await submit('export', purchaseOf(person))
    await bench.run()
    expect(await get(json.id)).toMatchObject({ status: 'complete', events: 0, total: 0, file: null, failure: null })
    expect((await download(json.id, 'export')).status).toBe(409)
  })

  it('is removed when the same data is deleted', async () => {
    await bench.buy(person)
    const exported = await submit('export', purchaseOf(person))
    await bench.run()
    await submit('delete', purchaseOf(person))
    await bench.run()
    expect((await get(exported.json.id)).file).toMatchObject({ state: 'expired' })
    expect((await download(exported.json.id, 'export')).status).toBe(409)
  })
})

describe('a deletion', () => {
  it('does what its dry run says, and its receipt proves it', async () => {
    await bench.buy(person)
    await bench.buy(person, {}, places.eu)
    const preview = await plan('delete', purchaseOf(person))
    expect(preview).toMatchObject({ events: 2, openCases: 0, pending: false, holds: [] })
    expect(lineOf(preview.lines, 'aggregates')).toEqual({ store: 'aggregates', outcome: 'kept', count: null })
    const { json } = await submit('delete', purchaseOf(person))
    expect((await plan('delete', purchaseOf(person))).pending).toBe(true)
    await bench.run()
    const done = await get(json.id)
    expect(done).toMatchObject({ status: 'complete', events: 2, total: 2, hasReceipt: true })
    expect(done.lines).toEqual(preview.lines)
    expect((await find(purchaseOf(person))).json.count).toBe(0)

    const file = await download(json.id, 'receipt', 'viewer')
    const text = new TextDecoder().decode(file.bytes)
    expect(text).not.toContain(person.user)
    expect(await verifyReceipt(text, bench.signer.publicJwk)).toMatchObject({
      fault: null,
      receipt: { requestId: json.id, events: 2, type: 'delete', requestedBy: { name: 'Name of admin' } },
    })
    const changed = text.replace('"events": 2', '"events": 1')
    expect((await verifyReceipt(changed, bench.signer.publicJwk)).fault).toBe(
      'The receipt was changed after it was signed.',
    )
    const notices = await bench.db.selectFrom('notification').select(['event', 'params']).execute()
    expect(notices).toEqual([{ event: 'SubjectRequestCompleted', params: { id: json.id } }])
    const stored = await bench.db.selectFrom('subject_request').select('value').where('id', '=', json.id).execute()
    expect(stored).toEqual([{ value: null }])
  })

  it('leaves the events of others, and the counts of the roll-ups', async () => {
    const other = createPerson(`other${round}`)
    await bench.buy(person)
    const kept = await bench.buy(other)
    const sum = async () =>
      (
        await bench.db
          .selectFrom('event_hour')
          .select(({ fn }) => fn.sum<number>('events').as('n'))
          .executeTakeFirstOrThrow()
      ).n
    const before = await sum()
    await submit('delete', purchaseOf(person))
    await bench.run()
    expect((await find(purchaseOf(other))).json.matches.map(({ externalId }) => externalId)).toEqual([kept])
    const { checkRollups } = await import('../../kernel/store/maintenance/rollups.ts')
    await checkRollups(bench.db)
    expect(await sum()).toBe(before)
  })

  it('of nobody ends complete with 0 events', async () => {
    const { json } = await submit('delete', purchaseOf(person))
    await bench.run()
    expect(await get(json.id)).toMatchObject({ status: 'complete', events: 0, total: 0, failure: null })
  })

  it('continues after a stop in the middle, and counts nothing twice', async () => {
    for (let n = 0; n < 5; n += 1) await bench.buy(person)
    const { lines } = await plan('delete', purchaseOf(person))
    const { json } = await submit('delete', purchaseOf(person))
    // Every transaction of the job is the last one of a process at some time.
    let [stops, ends] = [0, 0]
    for (let survived = 1; ends === 0 && survived < 100; survived += 1) {
      let left = 1 + (survived % 4)
      const stopping = new Proxy(bench.db, {
        get: (target, name) => {
          if (name === 'transaction' && left-- <= 0) throw new Error('The process was killed.')
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
        },
      })
      await bench.db.updateTable('subject_request').set({ attempts: 0 }).execute()
      await bench.run({ db: stopping })
      stops += 1
      ends = (await get(json.id)).status === 'complete' ? 1 : 0
    }
    expect(stops).toBeGreaterThan(10)
    const done = await get(json.id)
    expect(done).toMatchObject({ status: 'complete', events: 5, total: 5 })
    expect(done.lines).toEqual(lines)
  })

  it('takes what arrives while it removes', async () => {
    await bench.buy(person)
    const { json } = await submit('delete', purchaseOf(person))
    let late: Promise<string> | null = null
    // Asked for an id when a case is closed, and for the time when an event is removed.
    let asked = 0
    await bench.run({
      clock: () => {
        asked += 1
        if (asked === 4) late = bench.buy(person)
        return benchNow
      },
    })
    await late
    const events = (await get(json.id)).events
    const left = (await find(purchaseOf(person))).json.count
    expect([events + left, late === null]).toEqual([2, false])
  })
})

describe('a legal hold', () => {
  const hold = (subject: object, more: object = {}, environment: string = places.root, as = 'admin') =>
    bench.call<SubjectHold & Refusal>(
      'POST',
      `${environment}/subject-holds`,
      { holdId: randomUUID(), reason: 'Lawsuit 7', until: '2026-03-31', ...subject, ...more },
      as,
    )

  it('of a user names all assessments of users, by their keys', async () => {
    const { json } = await hold({ SubjectID: `User:${person.user}` })
    expect(json.assessments.map(({ key }) => key)).toEqual(['accountcreation', 'accountlogin', 'purchase'])
  })

  it('refuses a deletion and says whose it is until when; an export is not refused; lifted, it refuses nothing', async () => {
    await bench.buy(person)
    const set = await hold(purchaseOf(person))
    expect([set.status, set.json]).toMatchObject([
      201,
      { owner: 'Name of admin', reason: 'Lawsuit 7', value: person.user },
    ])
    expect((await plan('delete', purchaseOf(person))).holds).toMatchObject([{ owner: 'Name of admin' }])
    const refused = await submit('delete', purchaseOf(person))
    expect(refused.status).toBe(409)
    expect(refused.json.message).toBe('A legal hold of Name of admin until 2026-03-31 protects this data: Lawsuit 7')
    expect((await submit('export', purchaseOf(person))).status).toBe(202)
    expect(set.json.assessments.map(({ key }) => key)).toEqual(['purchase'])
    const lifted = await bench.request('POST', `${places.root}/subject-holds/${set.json.id}/lift`, {}, 'admin')
    expect(lifted).toEqual({ lifted: true })
    expect((await submit('delete', purchaseOf(person))).status).toBe(202)
    const entries = await bench.db
      .selectFrom('audit_log')
      .select(['operation', 'after', 'before'])
      .where('resource_id', '=', set.json.id)
      .execute()
    expect(entries.map(({ operation }) => operation).toSorted()).toEqual(['Create', 'Delete'])
    expect(JSON.stringify(entries)).not.toContain(person.user)
    await bench.run()
    const values = await bench.db.selectFrom('subject_hold').select('value').execute()
    expect(values).toEqual([{ value: null }])
  })

  it('protects the events also from a request by another attribute, and those below its environment', async () => {
    await bench.buy(person, {}, places.eu)
    await hold({ SubjectID: `User:${person.user}` })
    expect((await submit('delete', purchaseOf(person), 'admin', places.eu)).status).toBe(409)
    expect((await submit('delete', purchaseOf(person), 'admin', places.us)).status).toBe(409)
  })

  it('that is set after the request was submitted ends it as failed', async () => {
    await bench.buy(person)
    const { json } = await submit('delete', purchaseOf(person))
    await hold(purchaseOf(person))
    await bench.run()
    expect(await get(json.id)).toMatchObject({ status: 'failed', failure: 'hold', events: 0 })
    expect((await find(purchaseOf(person))).json.count).toBe(1)
    const notices = await bench.db.selectFrom('notification').select('event').execute()
    expect(notices).toEqual([{ event: 'SubjectRequestFailed' }])
  })

  it('is over at its end', async () => {
    await bench.buy(person)
    await hold(purchaseOf(person), { until: '2025-11-30' })
    bench.at(new Date('2025-12-01T00:00:00Z'))
    expect((await submit('delete', purchaseOf(person))).status).toBe(202)
  })

  it.each([
    [{ until: '2025-11-19' }, 'until'],
    [{ until: '2050-01-01' }, 'until'],
    [{ reason: ' ' }, 'reason'],
  ])('with %j is refused', async (more, field) => {
    const { status, json } = await hold(purchaseOf(person), more)
    expect([status, json.details?.issues?.[0]?.path.at(-1)]).toEqual([422, field])
  })

  it('is set and lifted by those who may submit requests alone; others see no value', async () => {
    expect((await hold(purchaseOf(person), {}, places.root, 'viewer')).status).toBe(403)
    expect((await hold(purchaseOf(person), {}, places.root, 'outsider')).status).toBe(404)
    const { json } = await hold(purchaseOf(person))
    const lift = (as: string, environment: string) =>
      bench.call('POST', `${environment}/subject-holds/${json.id}/lift`, {}, as).then(({ status }) => status)
    expect(await lift('viewer', places.root)).toBe(403)
    expect(await lift('admin', places.us)).toBe(404)
    expect(await lift('outsider', places.foreign)).toBe(404)
    const seen = await bench.request<{ holds: SubjectHold[] }>(
      'GET',
      `${places.root}/subject-holds`,
      undefined,
      'viewer',
    )
    expect(seen.holds).toMatchObject([{ owner: 'Name of admin', value: null }])
  })
})

describe('the list of requests', () => {
  it('is filtered and paged, and shows no value', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      bench.at(new Date(benchNow.getTime() + n * 1000))
      ids.push((await submit(n === 1 ? 'delete' : 'export', purchaseOf(createPerson(`list${n}`)))).json.id)
    }
    type Page = { requests: SubjectRequest[]; nextCursor: string | null }
    const list = (query: string, as = 'viewer', environment: string = places.root) =>
      bench.request<Page>('GET', `${path('', environment)}?${query}`, undefined, as)
    const all = await list('limit=2')
    const rest = await list(`limit=2&cursor=${encodeURIComponent(all.nextCursor ?? '')}`)
    expect([...all.requests, ...rest.requests].map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await list('type=delete')).requests.map(({ id }) => id)).toEqual([ids[1]])
    expect((await list('status=complete')).requests).toEqual([])
    expect((await list('', 'outsider', places.foreign)).requests).toEqual([])
    expect(JSON.stringify(all)).not.toContain('u_list')
  })
})

describe('the assessments of the form', () => {
  it('have their data subject IDs', async () => {
    const { assessments } = await bench.request<{ assessments: { key: string; attributes: { path: string }[] }[] }>(
      'GET',
      path('/assessments'),
      undefined,
      'admin',
    )
    expect(assessments.map(({ key, attributes }) => [key, attributes.map(each => each.path)])).toEqual([
      ['accountcreation', ['user.userId']],
      ['accountlogin', ['user.userId']],
      ['purchase', ['user.userId']],
    ])
  })
})
