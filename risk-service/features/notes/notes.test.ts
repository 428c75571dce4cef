import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LiveEvent, MentionCandidate, Note, NoteList, Notification } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { isNoteManager } from './note-view.ts'
import { addSystemNote } from './system-notes.ts'

let bench: ConsoleBench
const users = ['admin', 'engineer', 'colleague', 'viewer', 'support', 'local', 'nobody'] as const
const eventKey = (environment: string, externalId: string) => ({
  environment_id: environment,
  event_type: 'purchase',
  external_id: externalId,
  at: now,
  event_id: randomUUID(),
  answer: '{}',
})
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await db
    .insertInto('event_key')
    .values([eventKey(places.eu, 'P 1/ä'), eventKey(places.eu, 'P 2'), eventKey(places.us, 'P 1/ä')])
    .execute()
  const tenant_id = places.tenant
  await db
    .insertInto('principal')
    .values([
      ...users.map(user => {
        const { id, name, username } = bench.person(user)
        return { tenant_id, id, kind: 'user' as const, name, username }
      }),
      {
        tenant_id: places.other,
        id: bench.person('outsider').id,
        kind: 'user' as const,
        name: 'Name of outsider',
        username: 'outsider@example.com',
      },
    ])
    .execute()
  await db
    .insertInto('role_assignment')
    .values(
      users.flatMap(user =>
        bench.person(user).assignments.map(({ role, environmentId }) => ({
          tenant_id,
          principal_id: bench.person(user).id,
          role,
          environment_id: environmentId,
        })),
      ),
    )
    .execute()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['note', 'note_read', 'note_attachment', 'notification', 'audit_log'] as const)
    await bench.store.db.deleteFrom(table).execute()
})

const url = (rest = '', environment: string = places.eu, event = 'P 1/ä') =>
  `/environments/${environment}/events/purchase/${encodeURIComponent(event)}/notes${rest}`
const list = async (as = 'engineer', query = '', environment: string = places.eu) => {
  const answer = await bench.call(as, 'GET', url(query, environment))
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as NoteList
}
const create = (as: string, text: string, more: object = {}, init?: RequestInit) =>
  bench.call(as, 'POST', url(), { noteId: randomUUID(), text, ...more }, init)
async function published(as: string, text: string, more: object = {}): Promise<Note> {
  const answer = await create(as, text, more)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as Note
}
const edit = (as: string, { id, version }: Note, text: string) =>
  bench.call(as, 'PATCH', url(`/${id}`), { text, baseVersion: version })
const remove = (as: string, { id }: Note) => bench.call(as, 'DELETE', url(`/${id}`))
const notifications = async (as: string) =>
  ((await bench.call(as, 'GET', '/notifications')).json as { items: Notification[] }).items
const audit = () =>
  bench.store.db
    .selectFrom('audit_log')
    .select(['operation', 'before', 'after', 'actor_name', 'resource_type', 'resource_name'])
    .orderBy('operation')
    .execute()

describe('notes on an event', () => {
  it('notes are listed newest first, with their replies oldest first', async () => {
    const first = await published('engineer', 'First')
    await bench.store.db
      .updateTable('note')
      .set({ created_at: new Date(now.getTime() - 60_000) })
      .where('id', '=', first.id)
      .execute()
    const second = await published('support', '  Second\r\nline <b>bold</b>  ')
    await published('colleague', 'Reply', { parentId: first.id })
    const { threads, total, eventId, next } = await list()
    expect(threads).toMatchObject([
      { id: second.id, text: 'Second\nline <b>bold</b>', author: { name: 'Name of support' }, own: false, replies: [] },
      { text: 'First', own: true, editable: true, replies: [{ text: 'Reply', parentId: first.id }] },
    ])
    expect([total, eventId, next]).toEqual([3, 'P 1/ä', null])
  })
  it('notes are those of the event by either of its ids, and of no other event', async () => {
    const { event_id: eventId } = await bench.store.db
      .selectFrom('event_key')
      .select('event_id')
      .where('environment_id', '=', places.eu)
      .where('external_id', '=', 'P 1/ä')
      .executeTakeFirstOrThrow()
    await published('engineer', 'Here')
    const byEventId = await bench.call('engineer', 'GET', url('', places.eu, eventId))
    expect(byEventId.json).toMatchObject({ eventId: 'P 1/ä', total: 1 })
    expect((await list('engineer', '', places.us)).total).toBe(0)
    expect((await bench.call('engineer', 'GET', url('', places.eu, 'P 2'))).json).toMatchObject({ total: 0 })
    expect((await bench.call('engineer', 'GET', url('', places.eu, 'P 9'))).status).toBe(404)
  })
  it('notes come in pages without loss, also within one moment', async () => {
    for (let n = 0; n < 5; n++) await published('engineer', `Note ${n}`)
    const found: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 5; page++) {
      const { threads, next } = await list('engineer', query)
      found.push(...threads.map(({ id }) => id))
      if (next === null) break
      query = `?limit=2&cursor=${next}`
    }
    expect([found.length, new Set(found).size]).toEqual([5, 5])
    expect((await bench.call('engineer', 'GET', url('?cursor=1_x'))).body).toMatchObject({
      details: { issues: [{ path: ['cursor'] }] },
    })
  })
  it.each([
    ['', 'text'],
    ['   ', 'text'],
    ['x'.repeat(4001), 'text'],
    ['a\u0000b', 'text'],
  ])('a note is refused by its field: %j', async (text, field) => {
    const answer = await create('engineer', text)
    expect([400, 422]).toContain(answer.status)
    expect(JSON.stringify(answer.json)).toContain(`"path":["${field}"]`)
    expect((await list()).total).toBe(0)
  })
  it('a note has up to 4,000 characters', async () => {
    expect((await published('engineer', 'x'.repeat(4000))).text).toHaveLength(4000)
  })
  it('a note is published once when the answer was lost', async () => {
    const noteId = randomUUID()
    const headers = { 'idempotency-key': 'note-key-1' }
    const first = await create('engineer', 'Once', { noteId }, { headers })
    expect((await create('engineer', 'Once', { noteId }, { headers })).json).toEqual(first.json)
    expect((await create('engineer', 'Once', { noteId })).json).toEqual(first.json)
    expect((await create('colleague', 'Once', { noteId })).status).toBe(409)
    expect([(await list()).total, (await audit()).length]).toEqual([1, 1])
  })
  it('replies have one level, and a deleted note takes none', async () => {
    const note = await published('engineer', 'Note')
    const reply = await published('colleague', 'Reply', { parentId: note.id })
    expect((await create('engineer', 'Deeper', { parentId: reply.id })).body).toMatchObject({
      details: { issues: [{ path: ['parentId'] }] },
    })
    await remove('engineer', note)
    expect((await create('engineer', 'Late', { parentId: note.id })).status).toBe(404)
    expect((await list()).threads).toMatchObject([
      { deleted: { by: 'Name of engineer' }, replies: [{ text: 'Reply' }] },
    ])
  })
})

describe('editing and deleting', () => {
  it('only the author edits, and earlier versions are kept', async () => {
    const note = await published('engineer', 'One')
    expect(await edit('admin', note, 'Two')).toMatchObject({ status: 403, body: { code: 'notes.notOwn' } })
    const two = (await edit('engineer', note, 'Two')).json as Note
    expect(two).toMatchObject({ text: 'Two', version: 2, editedAt: now.toISOString() })
    expect((await edit('engineer', note, 'Two')).json).toEqual(two)
    expect((await edit('engineer', note, 'Three')).body.code).toBe('version.conflict')
    await edit('engineer', two, 'Three')
    const versions = await bench.call('viewer', 'GET', url(`/${note.id}/versions`))
    expect(versions.json).toMatchObject([
      { version: 2, text: 'Two' },
      { version: 1, text: 'One', writtenAt: now.toISOString() },
    ])
  })
  it('the author or a manager deletes; who and when stays, the text only in the audit log', async () => {
    const note = await published('engineer', 'Secret plan')
    await edit('engineer', note, 'Secret plan B')
    expect(await remove('colleague', note)).toMatchObject({ status: 403, body: { code: 'notes.notOwn' } })
    expect((await list('admin')).threads[0]).toMatchObject({ editable: false, removable: true })
    expect((await remove('admin', note)).json).toMatchObject({
      text: '',
      deleted: { by: 'Name of admin', at: now.toISOString() },
      editable: false,
      removable: false,
    })
    expect((await remove('engineer', note)).status).toBe(200)
    expect(JSON.stringify(await list())).not.toContain('Secret')
    expect((await bench.call('engineer', 'GET', url(`/${note.id}/versions`))).json).toEqual([])
    expect((await edit('engineer', note, 'Again')).status).toBe(404)
    expect(await audit()).toMatchObject([
      { operation: 'Create', before: null, after: { text: 'Secret plan' }, resource_name: 'purchase P 1/ä' },
      { operation: 'Delete', before: { text: 'Secret plan B' }, after: null, actor_name: 'Name of admin' },
      { operation: 'Update', before: { text: 'Secret plan' }, after: { text: 'Secret plan B' } },
    ])
    expect((await list()).total).toBe(0)
  })
  it.each([
    ['ProductAdmin', true],
    ['AllAreasAdmin', true],
    ['AllAreasEditor', true],
    ['ManualReviewFraudManager', true],
    ['PSPAdmin', true],
    ['FraudManager', true],
    ['FraudSupervisor', true],
    ['FraudEngineer', false],
    ['ManualReviewSeniorAnalyst', false],
    ['ManualReviewAgent', false],
  ])('the role %s deletes the notes of others: %s', (role, expected) => {
    expect(isNoteManager({ actorRoles: [role] })).toBe(expected)
  })
  it('a viewer reads, and changes nothing', async () => {
    const note = await published('engineer', 'Note')
    expect((await list('viewer')).threads[0]).toMatchObject({ editable: false, removable: false })
    for (const answer of [await create('viewer', 'No'), await edit('viewer', note, 'No'), await remove('viewer', note)])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    for (const who of ['nobody', 'outsider']) expect((await bench.call(who, 'GET', url())).status).toBe(404)
    expect((await bench.call('local', 'GET', url('', places.us))).status).toBe(404)
  })
  it('a note is changed through its own event alone', async () => {
    const note = await published('engineer', 'Note')
    for (const [environment, event] of [
      [places.us, 'P 1/ä'],
      [places.eu, 'P 2'],
    ] as const) {
      const there = url(`/${note.id}`, environment, event)
      expect((await bench.call('engineer', 'PATCH', there, { text: 'No', baseVersion: 1 })).status).toBe(404)
      expect((await bench.call('admin', 'DELETE', there)).status).toBe(404)
      expect((await bench.call('engineer', 'GET', `${there}/versions`)).status).toBe(404)
    }
    expect((await list()).threads).toMatchObject([{ text: 'Note', version: 1, deleted: null }])
  })
})

describe('mentions', () => {
  it('mentions notify a user with access once, with a link to the event', async () => {
    const note = await published('engineer', 'see @Support and @support, mail x@viewer.com https://example.org')
    expect(note.mentions).toMatchObject([
      { userId: bench.person('support').id, from: 4, to: 12, hasAccess: true },
      { userId: bench.person('support').id, from: 17, to: 25 },
    ])
    expect(await notifications('support')).toMatchObject([
      {
        event: 'NoteTagged',
        topic: 'notes',
        type: 'Information',
        environmentId: places.eu,
        params: { name: 'Name of engineer', id: 'P 1/ä', eventType: 'purchase' },
      },
    ])
    expect(await notifications('viewer')).toEqual([])
  })
  it('mentions of the author notify nobody, and an edit only users whom it adds', async () => {
    const note = await published('engineer', 'I, @engineer, ask @Name of support.')
    await edit('engineer', note, 'I, @engineer, ask @Name of support and @Name of viewer.')
    expect((await notifications('engineer')).length).toBe(0)
    expect((await notifications('support')).length).toBe(1)
    expect((await notifications('viewer')).length).toBe(1)
  })
  it('a user without access to the environment is marked, and gets no data of the event', async () => {
    const answer = await bench.call('engineer', 'POST', url('', places.us), {
      noteId: randomUUID(),
      text: 'Ask @local',
    })
    expect(answer.json).toMatchObject({ mentions: [{ name: 'Name of local', hasAccess: false }] })
    const [notice] = await notifications('local')
    expect(notice).toMatchObject({ event: 'NoteTaggedElsewhere', environmentId: null, environmentName: null })
    expect(notice?.params).toEqual({ name: 'Name of engineer' })
  })
  it('mentions name nobody of another tenant', async () => {
    expect((await published('engineer', '@outsider @Name of outsider')).mentions).toEqual([])
  })
  it('candidates are the users of the tenant, those with access first', async () => {
    const find = async (query: string, environment: string = places.us) => {
      const path = `/environments/${environment}/mention-candidates?query=${encodeURIComponent(query)}`
      return (await bench.call('engineer', 'GET', path)).json as MentionCandidate[]
    }
    expect(await find('LOCAL')).toEqual([
      { userId: bench.person('local').id, name: 'Name of local', username: 'local@example.com', hasAccess: false },
    ])
    expect(await find('local', places.eu)).toMatchObject([{ hasAccess: true }])
    expect((await find('name of')).map(({ hasAccess }) => hasAccess)).toEqual([true, true, true, true, false, false])
    expect(await find('outsider')).toEqual([])
    expect(await find('%')).toEqual([])
  })
})

describe('reading', () => {
  it('notes of others are unread until they are read', async () => {
    await published('engineer', 'One')
    expect(await list('engineer')).toMatchObject({ unread: 0, readAt: null })
    expect(await list('viewer')).toMatchObject({ unread: 1, readAt: null })
    expect((await bench.call('viewer', 'PUT', url('/read'))).status).toBe(200)
    expect(await list('viewer')).toMatchObject({ unread: 0, readAt: now.toISOString() })
    expect(await list('support')).toMatchObject({ unread: 1 })
  })
  it('open consoles that may read notes of the environment hear of a change after its commit', async () => {
    const heard: { event: LiveEvent; environmentId: string | null; capability: string | null }[] = []
    const subscription = bench.live.subscribe({
      lastEventId: null,
      accepts: ({ environmentId, capability, userId }) => {
        if (!userId) heard.push({ event: { kind: 'hello' }, environmentId, capability })
        return true
      },
    })
    await published('engineer', 'Heard')
    const next = await subscription.next()
    expect(next).toMatchObject({
      publication: {
        event: { kind: 'notes', environmentId: places.eu, eventType: 'purchase', eventId: 'P 1/ä' },
        audience: { tenantId: places.tenant, environmentId: places.eu, capability: 'notes' },
      },
    })
    expect(heard).toHaveLength(1)
    subscription.close()
  })
})

describe('system notes', () => {
  const add = (params: Record<string, string>) =>
    bench.store.db.transaction().execute(trx =>
      addSystemNote(
        trx,
        { ports: { clock: () => now, newId }, live: bench.live },
        {
          tenantId: places.tenant,
          environmentId: places.eu,
          eventType: 'purchase',
          eventId: 'P 1/ä',
          event: 'decided',
          params,
          author: { id: bench.person('engineer').id, name: 'Name of engineer' },
        },
      ),
    )
  it('a system note reports an action, counts as no note, and cannot be changed', async () => {
    await add({ decision: 'Reject', reason: 'Stolen card' })
    const { threads, total, unread } = await list('viewer')
    const [note] = threads
    expect(note).toMatchObject({
      system: { event: 'decided', params: { decision: 'Reject', reason: 'Stolen card' } },
      editable: false,
      removable: false,
    })
    expect([total, unread]).toEqual([0, 0])
    if (!note) throw new Error('There is no note.')
    expect((await edit('engineer', note, 'No')).body.code).toBe('notes.system')
    expect((await remove('admin', note)).body.code).toBe('notes.system')
  })
})

describe('retention', () => {
  it('notes live as long as their event', async () => {
    await published('engineer', 'Stays')
    const gone = eventKey(places.eu, 'P old')
    await bench.store.db.insertInto('event_key').values(gone).execute()
    await bench.call('engineer', 'POST', url('', places.eu, 'P old'), { noteId: randomUUID(), text: 'Goes' })
    await bench.call('engineer', 'PUT', url('/read', places.eu, 'P old'))
    await bench.store.db.deleteFrom('event_key').where('event_id', '=', gone.event_id).execute()
    await applyRetention(bench.store.db, { eventMonths: 13, logMonths: 13, telemetryDays: 30 }, now)
    expect(await bench.store.db.selectFrom('note').select('text').execute()).toEqual([{ text: 'Stays' }])
    expect(await bench.store.db.selectFrom('note_read').selectAll().execute()).toEqual([])
  })
})
