import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SubjectPlan, SubjectRequest } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { benchNow, createPerson, openSubjectBench, type Person, type SubjectBench } from './testing/subject-bench.ts'

/* A deletion takes what is one person's, and leaves what only looks alike. */

let bench: SubjectBench
let person: Person
let round = 0
beforeAll(async () => {
  bench = await openSubjectBench()
}, 60_000)
afterAll(() => bench.close())
beforeEach(async () => {
  round += 1
  person = createPerson(`q${round}x`)
  for (const table of [
    'subject_request',
    'notification',
    'note',
    'event_label',
    'event_outbox',
    'repeated_call',
    'user_preference',
    'personal_data_grant',
    'device_session',
  ] as const)
    await bench.db.deleteFrom(table).execute()
})

const purchaseOf = (user: string) => ({ AssessmentName: 'purchase', PropertyName: 'user.userId', PropertyValue: user })
const plan = (user: string, environment: string = places.root) =>
  bench.request<SubjectPlan>(
    'POST',
    `${environment}/subject-requests/preview`,
    { type: 'delete', ...purchaseOf(user) },
    'admin',
  )
/** Deletes a person; returns the request when it has ended. */
async function remove(user: string, environment: string = places.root): Promise<SubjectRequest> {
  const path = `${environment}/subject-requests`
  const { id } = await bench.request<SubjectRequest>('POST', path, { type: 'delete', ...purchaseOf(user) }, 'admin')
  await bench.run()
  const done = await bench.request<SubjectRequest>('GET', `${path}/${id}`, undefined, 'admin')
  expect(done.status).toBe('complete')
  return done
}

async function write(text: string, eventId: string, environmentId: string = places.root): Promise<void> {
  await bench.db
    .insertInto('note')
    .values({
      environment_id: environmentId,
      event_type: 'purchase',
      event_id: eventId,
      id: randomUUID(),
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
}
const notes = async (): Promise<string[]> =>
  (await bench.db.selectFrom('note').select('text').execute()).map(({ text }) => text)

async function notice(params: object, environmentId: string = places.root): Promise<void> {
  await bench.db
    .insertInto('notification')
    .values({
      id: randomUUID(),
      tenant_id: places.tenant,
      environment_id: environmentId,
      user_id: null,
      topic: 'cases',
      type: 'Information',
      event: 'HoldEnded',
      params: JSON.stringify(params),
      at: benchNow,
    })
    .execute()
}
const notices = async (): Promise<unknown[]> =>
  (
    await bench.db.selectFrom('notification').select('params').where('event', '=', 'HoldEnded').orderBy('id').execute()
  ).map(({ params }) => params)

async function label(objectType: string, objectId: string): Promise<string> {
  const key = `${objectType}\nreview\n${objectId}`
  await bench.db
    .insertInto('event_label')
    .values({
      environment_id: places.root,
      label_key: key,
      object_type: objectType,
      object_id: objectId,
      is_fraud: true,
      label_at: benchNow,
      body: '{}',
    })
    .execute()
  return key
}

describe('a value that is a word, short or a short number', () => {
  it('is not replaced in texts of others; the dry run and the receipt say how many were not looked for', async () => {
    const bystander = await bench.buy(createPerson(`by${round}`))
    await bench.buy({ ...person, user: 'purchase' }, { purchaseId: '2025' })
    await write('A purchase of 2025 euros in the year 2025', bystander)
    const params = { type: 'purchase', purchase: 7, year: '2025', amount: 2025, note: 'purchase' }
    await notice(params)
    expect((await plan('purchase')).unsearched).toBe(2)
    const done = await remove('purchase')
    expect(await notes()).toEqual(['A purchase of 2025 euros in the year 2025'])
    expect(await notices()).toEqual([params])
    const { receipt } = await bench.db
      .selectFrom('subject_request')
      .select('receipt')
      .where('id', '=', done.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(receipt ?? '')).toMatchObject({ receipt: { unsearched: 2 } })
  })

  it('is found in the columns that have it alone', async () => {
    await bench.buy({ ...person, user: 'u1' })
    await label('Account', 'u1')
    await remove('u1')
    expect(await bench.db.selectFrom('event_label').select('object_id').execute()).toEqual([])
  })
})

describe('of the texts of others', () => {
  it('numbers and names of documents stay as they are, and the document stays one', async () => {
    const id = '73500012'
    await bench.buy(person, { purchaseId: id })
    await notice({ id, count: 73500012, big: [73500012, `order ${id}.`], address1: 'a' })
    await remove(person.user)
    const [params] = (await notices()) as { id: string; count: number; big: [number, string] }[]
    expect(params).toMatchObject({ id: expect.stringMatching(/^erased-/) as string, count: 73500012 })
    expect(params?.big[0]).toBe(73500012)
    expect(params?.big[1]).toMatch(/^order erased-\w+\.$/)
  })

  it('longer ids and addresses that contain the value stay', async () => {
    const bystander = await bench.buy(createPerson(`by${round}`))
    await bench.buy({ ...person, user: 'u-77aa' })
    const longer = 'u-77aa-2, u-77aa@example.org, mail.u-77aa, xu-77aa, u-77aab, u-77aa+shop@example.org'
    await write(`${longer}; but u-77aa, (u-77aa) and u-77aa.`, bystander)
    await remove('u-77aa')
    expect((await notes())[0]?.replaceAll(/erased-\w{8}/g, '#')).toBe(`${longer}; but #, (#) and #.`)
  })

  it('a value is found in the spelling of documents and of addresses of pages', async () => {
    const user = `o'neil "77" & co\\9`
    await bench.buy({ ...person, user })
    await notice({ text: `Account\n${user}\nx`, href: `/a?q=${encodeURIComponent(person.email)}&b=1` })
    await write(`Says ${user}!`, 'X-1')
    await remove(user)
    expect(JSON.stringify(await notices()).replaceAll(/erased-\w{8}/g, '#')).toBe(
      JSON.stringify([{ href: '/a?q=#&b=1', text: 'Account\n#\nx' }]),
    )
    expect((await notes())[0]).toMatch(/^Says erased-\w{8}!$/)
  })

  it('the value of a user who differs in case alone stays, with the label of that account', async () => {
    await bench.buy({ ...person, user: 'U-8888' })
    const other = await bench.buy({ ...createPerson(`by${round}`), user: 'u-8888' })
    await label('Account', 'u-8888')
    await write('Called u-8888', other)
    await remove('U-8888')
    expect(await notes()).toEqual(['Called u-8888'])
    expect(await bench.db.selectFrom('event_label').select('object_id').execute()).toEqual([{ object_id: 'u-8888' }])
  })

  it('the id of an event that an event of another person has, too, stays', async () => {
    await bench.buy(person, { purchaseId: 'P-55501' })
    await bench.buy(createPerson(`by${round}`), { purchaseId: 'p-55501' }, places.eu)
    await write('About P-55501', 'p-55501', places.eu)
    await remove(person.user)
    expect(await notes()).toEqual(['About P-55501'])
  })

  it('the phone number of a household stays, however it was written', async () => {
    const phone = '+49 (123) 555-0199'
    await bench.buy({ ...person, phone })
    const other = await bench.buy({ ...createPerson(`by${round}`), phone: '491235550199' })
    await write(`Called ${phone}`, other)
    await remove(person.user)
    expect(await notes()).toEqual([`Called ${phone}`])
  })

  it('notes in a sibling environment stay', async () => {
    await bench.buy(person, {}, places.eu)
    await write(`Same as ${person.email}`, 'X-2', places.us)
    await write(`Same as ${person.email}`, 'X-3', places.eu)
    await remove(person.user, places.eu)
    expect((await notes()).filter(text => text.includes(person.email))).toHaveLength(1)
  })
})

describe('of what is stored for a tenant', () => {
  it('answers for repeated calls stay, without the person; those of other environments are not touched', async () => {
    await bench.buy(person, {}, places.eu)
    const answer = (key: string, value: object) =>
      bench.db
        .insertInto('repeated_call')
        .values({
          tenant_id: places.tenant,
          user_id: randomUUID(),
          key,
          procedure: 'cases.decide',
          digest: 'd',
          answer: JSON.stringify({ value }),
          started_at: benchNow,
          expires_at: benchNow,
        })
        .execute()
    await answer('here', { environmentId: places.eu, email: person.email, events: 3 })
    await answer('elsewhere', { environmentId: places.us, email: person.email })
    await remove(person.user, places.eu)
    const rows = await bench.db.selectFrom('repeated_call').select(['key', 'answer']).orderBy('key').execute()
    expect(rows).toMatchObject([
      { key: 'elsewhere', answer: { value: { email: person.email } } },
      { key: 'here', answer: { value: { events: 3, email: expect.stringMatching(/^erased-/) as string } } },
    ])
  })

  it('other searches and other revealed values of a user stay', async () => {
    await bench.buy(person)
    const searches = (email: string) => [
      `type=purchase&user.email=${encodeURIComponent(email)}`,
      'type=purchase&ipCountry=DE',
    ]
    await bench.db
      .insertInto('user_preference')
      .values({
        tenant_id: places.tenant,
        user_id: randomUUID(),
        version: 3,
        document: JSON.stringify({ theme: 'dark', recentSearches: searches(person.email) }),
      })
      .execute()
    await bench.db
      .insertInto('personal_data_grant')
      .values({
        id: randomUUID(),
        tenant_id: places.tenant,
        user_id: randomUUID(),
        subjects: [`account:user:${person.user}`, 'account:user:another'],
        kind: null,
        granted_at: benchNow,
        expires_at: benchNow,
      })
      .execute()
    await remove(person.user)
    const { document } = await bench.db.selectFrom('user_preference').select('document').executeTakeFirstOrThrow()
    expect(document).toEqual({
      theme: 'dark',
      recentSearches: [expect.stringMatching(/^type=purchase&user\.email=erased-\w+$/), searches('')[1]],
    })
    const { subjects } = await bench.db.selectFrom('personal_data_grant').select('subjects').executeTakeFirstOrThrow()
    expect(subjects).toEqual([expect.stringMatching(/^account:user:erased-\w+$/), 'account:user:another'])
  })
})

describe('of rows that are found by ids', () => {
  it('the delivery of the label of an account whose id is that of an event stays', async () => {
    await bench.buy(person, { purchaseId: '90010020' })
    const refs = [await label('Purchase', '90010020'), await label('Account', '90010020')]
    for (const ref of refs)
      await bench.db
        .insertInto('event_outbox')
        .values({
          environment_id: places.root,
          kind: 'label',
          at: benchNow,
          ats: [benchNow.toISOString()],
          refs: [ref],
        })
        .execute()
    await remove(person.user)
    expect(await bench.db.selectFrom('event_outbox').select('refs').execute()).toEqual([{ refs: [refs[1]] }])
    expect(await bench.db.selectFrom('event_label').select('object_type').execute()).toEqual([
      { object_type: 'Account' },
    ])
  })

  it('the label of an event of another type with the same id is neither counted nor exported nor deleted', async () => {
    await bench.buy(person, { purchaseId: '90010021' })
    await label('AccountLogin', '90010021')
    const found = await bench.request<{ matches: { labels: number }[] }>(
      'POST',
      `${places.root}/subject-requests/search`,
      purchaseOf(person.user),
      'admin',
    )
    expect(found.matches).toMatchObject([{ labels: 0 }])
    const { exportLines } = await import('./jobs/export-lines.ts')
    const { rows } = await sql<
      Parameters<typeof exportLines>[1][number]
    >`select environment_id, at::text as at, event_id, event_type,
      external_id from event_key where external_id = '90010021'`.execute(bench.db)
    expect(JSON.parse(await exportLines(bench.db, rows))).toMatchObject({ labels: [] })
    await remove(person.user)
    expect(await bench.db.selectFrom('event_label').select('object_type').execute()).toHaveLength(1)
  })

  it('the device session that an event of another person has, too, stays', async () => {
    const [shared, own] = [randomUUID(), randomUUID()]
    const buyIn = (who: Person, session: string) =>
      bench.buy(who, {
        deviceContext: { deviceContextId: session, externalDeviceId: 'desk-7', ipAddress: '203.0.113.9' },
      })
    for (const session of [shared, own])
      await bench.db
        .insertInto('device_session')
        .values({
          environment_id: places.root,
          session_id: session,
          at: benchNow,
          page_id: 'p',
          device_id: 'd',
          cookie_id: 'c',
          match_key: 'm',
          ip: null,
          bot_score: 0,
          attributes: '{}',
        })
        .execute()
    await buyIn(person, shared)
    await buyIn(person, own)
    await buyIn(createPerson(`by${round}`), shared)
    await remove(person.user)
    expect(await bench.db.selectFrom('device_session').select('session_id').execute()).toEqual([{ session_id: shared }])
  })
})
