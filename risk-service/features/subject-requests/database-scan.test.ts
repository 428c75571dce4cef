import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SubjectPlan, subjectStores } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { tableStores } from './stores/table-stores.ts'
import { benchNow, createPerson, findValues, openSubjectBench, type SubjectBench } from './testing/subject-bench.ts'

/*
 * Stores a person everywhere where the service can have one, deletes that person, and then reads every text, document
 * and byte string of the database.
 */

const person = createPerson('scanned')
const other = createPerson('bystander')
let bench: SubjectBench
let orderId: string
let otherId: string
let plan: SubjectPlan
let before: string[]

beforeAll(async () => {
  bench = await openSubjectBench()
  await sql`insert into traced_environment (environment_id, kinds, row_kinds)
    values (${places.root}::uuid, '{}', '{decision,data,label,audit}')`.execute(bench.db)
  orderId = await bench.buy(person)
  otherId = await bench.buy(other)
  await plantEverywhere()
  before = await findValues(bench.db, valuesOf())
  const subject = { AssessmentName: 'purchase', PropertyName: 'user.userId', PropertyValue: person.user }
  plan = await bench.request('POST', `${places.root}/subject-requests/preview`, { type: 'delete', ...subject }, 'admin')
  await bench.request('POST', `${places.root}/subject-requests`, { type: 'delete', ...subject }, 'admin')
  await bench.run()
}, 60_000)
afterAll(() => bench.close())

const valuesOf = () => [person.user, person.email, person.device, orderId]

async function plantEverywhere(): Promise<void> {
  const { db } = bench
  const event = await db.selectFrom('event').selectAll().where('external_id', '=', orderId).executeTakeFirstOrThrow()
  const id = event.event_id
  const place = { environment_id: places.root, event_id: id }
  const user = { by_id: randomUUID(), by_name: 'Ann' }
  await bench.engine.ingestLabel({
    environmentId: places.root,
    correlationId: null,
    receivedAt: benchNow,
    body: {
      labelObjectType: 'Purchase',
      labelObjectId: orderId,
      labelSource: 'CustomerEscalation',
      labelState: 'Fraud',
    },
  } as never)
  await db
    .insertInto('event_label')
    .values([
      {
        environment_id: places.root,
        label_key: `Account\n${person.user}`,
        object_type: 'Account',
        object_id: person.user,
        is_fraud: true,
        label_at: benchNow,
        body: JSON.stringify({ labelObjectId: person.user }),
      },
      {
        environment_id: places.root,
        label_key: `Purchase\n${orderId}`,
        object_type: 'Purchase',
        object_id: orderId,
        is_fraud: true,
        label_at: benchNow,
        body: JSON.stringify({ labelObjectId: orderId }),
      },
    ])
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const data = {
    environment_id: places.root,
    at: benchNow,
    data_id: randomUUID(),
    event_type: 'bankevent',
    event_key: orderId,
  }
  const update = { ...data, data_id: randomUUID(), event_type: 'updateaccount', event_key: person.user }
  await db
    .insertInto('data_event')
    .values(
      [
        { ...data, subject_type: 'purchase', subject_id: orderId },
        { ...update, subject_type: 'user', subject_id: person.user },
      ].map(row => ({
        ...row,
        entity_id: orderId,
        happened_at: benchNow,
        received_at: benchNow,
        correlation_id: null,
        body: JSON.stringify({ purchaseId: orderId, email: person.email }),
      })),
    )
    .execute()
  await db.insertInto('data_event_key').values([data, update]).execute()
  await db
    .insertInto('event_outbox')
    .values([
      {
        environment_id: places.root,
        kind: 'label',
        at: benchNow,
        ats: [benchNow.toISOString()],
        refs: [`Purchase\n${orderId}`],
      },
    ])
    .execute()
  await db
    .insertInto('traced_event')
    .values([
      {
        environment_id: places.root,
        kind: 'label',
        at: benchNow,
        ref: `Account\n${person.user}`,
        created_at: benchNow,
      },
    ])
    .execute()
  await db
    .insertInto('monitoring_event')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      kind: 'externalCall',
      event_type: 'purchase',
      at: benchNow,
      body: JSON.stringify({ request: { email: person.email } }),
    })
    .execute()
  // A case with everything that a reviewer may write, and notes on the event and on another one.
  await sql`insert into review_case (environment_id, event_type, external_id, id, at, state, decision, reason, risk_score,
      user_id, email, device_id, payers, created_at, hold_until, hold_reason, outcome)
    values (${places.root}::uuid, 'purchase', ${orderId}, ${id}::uuid, ${benchNow}, 'Pending', 'Review', 'Rule', 500, ${person.user},
      ${person.email}, ${person.device}, array[${person.email}], ${benchNow}, ${benchNow}, ${`Asked ${person.email}`},
      ${JSON.stringify({ decision: 'Approve', note: `Spoke to ${person.email}` })})`.execute(db)
  await db
    .insertInto('case_event')
    .values({
      environment_id: places.root,
      case_id: id,
      id: randomUUID(),
      at: benchNow,
      kind: 'decided',
      ...user,
      correlation_id: null,
      details: JSON.stringify({ decision: 'Approve', queue: 'General', note: `Spoke to ${person.email}` }),
    })
    .execute()
  await db
    .insertInto('case_follow_up')
    .values({
      environment_id: places.root,
      case_id: id,
      id: randomUUID(),
      kind: 'status',
      payload: JSON.stringify({ purchaseId: orderId }),
      created_at: benchNow,
    })
    .execute()
  for (const [eventId, text] of [
    [orderId, `About ${person.user}`],
    [otherId, `Same voice as ${person.user} of order ${orderId}, but not ${person.user}2`],
  ] as const) {
    const noteId = randomUUID()
    const note = { environment_id: places.root, event_type: 'purchase', event_id: eventId }
    await db
      .insertInto('note')
      .values({
        ...note,
        id: noteId,
        parent_id: null,
        author_id: randomUUID(),
        author_name: 'Ann',
        text,
        mentions: '[]',
        system_event: null,
        system_params: null,
        created_at: benchNow,
        edited_at: null,
        deleted_at: null,
        deleted_by: null,
        deleted_by_name: null,
      })
      .execute()
    await db.insertInto('note_version').values({ note_id: noteId, version: 1, text, written_at: benchNow }).execute()
    if (eventId === orderId)
      await db
        .insertInto('note_attachment')
        .values({
          ...note,
          id: randomUUID(),
          note_id: noteId,
          owner_id: randomUUID(),
          name: 'Mail.txt',
          media_type: 'text/plain',
          size: 4,
          digest: 'a',
          content: new TextEncoder().encode(`Dear ${person.email}`),
          removed_at: null,
        })
        .execute()
  }
  await db
    .insertInto('event_view')
    .values({
      ...place,
      user_id: randomUUID(),
      user_name: 'Ann',
      first_at: benchNow,
      last_at: benchNow,
      views: 1,
    })
    .execute()
  await db
    .insertInto('booster_message')
    .values({
      ...place,
      at: benchNow,
      external_id: orderId,
      participant: 'Bank',
      state: 'sent',
    })
    .execute()
  await db
    .insertInto('device_session')
    .values({
      environment_id: places.root,
      session_id: randomUUID(),
      at: benchNow,
      page_id: 'p',
      device_id: person.device,
      cookie_id: 'c',
      match_key: 'm',
      ip: null,
      bot_score: 0,
      attributes: JSON.stringify({ id: person.device }),
    })
    .execute()
  await db
    .insertInto('notification')
    .values({
      id: randomUUID(),
      tenant_id: places.tenant,
      environment_id: places.root,
      user_id: null,
      topic: 'cases',
      type: 'Information',
      event: 'HoldEnded',
      params: JSON.stringify({ id: orderId }),
      at: benchNow,
    })
    .execute()
  await db
    .insertInto('saved_view')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      area: 'search',
      owner_id: randomUUID(),
      owner_name: 'Ann',
      name: 'Mine',
      shared: false,
      state: JSON.stringify({ conditions: [{ value: person.email }] }),
      version: 1,
    })
    .execute()
  await db
    .insertInto('assistant_entry')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      user_id: randomUUID(),
      asked_at: benchNow,
      question: `Why was ${orderId} of ${person.email} rejected?`,
      answer: JSON.stringify({ event: orderId, email: person.email }),
      rating: null,
    })
    .execute()
  await db
    .insertInto('repeated_call')
    .values({
      tenant_id: places.tenant,
      user_id: randomUUID(),
      key: 'abcdefgh',
      procedure: 'cases.decide',
      digest: 'd',
      answer: JSON.stringify({ email: person.email }),
      started_at: benchNow,
      expires_at: benchNow,
    })
    .execute()
  await db
    .insertInto('personal_data_grant')
    .values({
      id: randomUUID(),
      tenant_id: places.tenant,
      user_id: randomUUID(),
      subjects: [`account:user:${person.user}`],
      kind: null,
      granted_at: benchNow,
      expires_at: benchNow,
    })
    .execute()
  await sql`insert into audit_log (id, tenant_id, environment_id, at, actor_id, actor_name, actor_roles, resource_type, resource_id,
      resource_name, operation, before, after)
    values (gen_random_uuid(), ${places.tenant}::uuid, ${places.root}::uuid, ${benchNow}, gen_random_uuid(), 'Ann', '{}', 'Case', ${id},
      ${orderId}, 'Decide', null, ${JSON.stringify({ note: `Spoke to ${person.email}` })})`.execute(db)
}

describe('after a deletion', () => {
  it('nothing of the person is left in the database', async () => {
    // It was in many places, so that the scan proves something.
    expect(before.length).toBeGreaterThan(30)
    const found = await findValues(bench.db, [person.email, person.device, orderId])
    expect(found).toEqual([])
    // Another user has an id that begins alike.
    expect(await findValues(bench.db, [person.user])).toEqual(['note.text', 'note_version.text'])
  })

  it('texts of others have a pseudonym in place of the person', async () => {
    const notes = await bench.db.selectFrom('note').select('text').execute()
    expect(notes).toHaveLength(1)
    expect(notes[0]?.text).toMatch(/^Same voice as (erased-\w{8}) of order \1, but not u_scanned_3ac95f102$/)
  })

  it('every place in which the person was belongs to a store that the dry run names as deleted or pseudonymised', () => {
    const stores = before.map(place => tableStores[place.split('.')[0] as keyof typeof tableStores])
    for (const store of stores) {
      expect(Object.keys(subjectStores)).toContain(store)
      const line = plan.lines.find(each => each.store === store)
      expect([store, line?.outcome === 'kept', line?.count === 0]).toEqual([store, false, false])
    }
  })

  it('the case stays without its content, for the counts of decisions', async () => {
    const cases = await bench.db
      .selectFrom('review_case')
      .select(['state', 'email', 'outcome', 'hold_reason'])
      .execute()
    expect(cases).toEqual([{ state: 'Removed', email: null, outcome: { decision: 'Approve' }, hold_reason: null }])
    const history = await bench.db.selectFrom('case_event').select(['kind', 'details']).orderBy('at').execute()
    expect(history).toContainEqual({ kind: 'decided', details: { decision: 'Approve', queue: 'General' } })
    expect(history).toContainEqual({ kind: 'removed', details: {} })
  })

  it('the bystander is complete', async () => {
    const left = await findValues(bench.db, [other.email])
    expect(left).toEqual(expect.arrayContaining(['event.email', 'event_body.request', 'event_entity.entity_value']))
  })

  it('the activity log is still proven: the entry is erased, its hash is there', async () => {
    const entries = await bench.db
      .selectFrom('audit_log')
      .select(['erased_at', 'after'])
      .where('operation', '=', 'Decide')
      .execute()
    expect(entries).toEqual([{ erased_at: benchNow, after: null }])
  })
})
