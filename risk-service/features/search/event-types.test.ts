import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchOutput } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { searchableTypes } from './event-types.ts'

let bench: ConsoleBench
const hour = 3_600_000
beforeAll(async () => {
  bench = await openConsoleBench()
  const types = ['purchase', 'accountcreation', 'accountlogin', 'signin', 'Signup']
  const events = [places.root, places.eu, places.box, places.foreign].flatMap(environmentId =>
    types.flatMap(eventType =>
      Array.from({ length: 3 }, (_, n) => ({
        environment_id: environmentId,
        at: new Date(now.getTime() - n * hour),
        event_id: randomUUID(),
        event_type: eventType,
        external_id: `${eventType}-${n}`,
        assessment_type: 'Protect',
        decision: n === 0 ? 'Reject' : 'Approve',
        reason: '',
        risk_score: 100 * n,
        user_id: 'ann',
        email: 'ann@example.com',
      })),
    ),
  )
  await bench.store.db.insertInto('event').values(events).execute()
  await bench.store.db
    .insertInto('event_entity')
    .values(
      events.map(({ environment_id, at, event_id, event_type }) => ({
        environment_id,
        entity_type: 'email',
        entity_value: 'ann@example.com',
        at,
        event_id,
        event_type,
        display: 'ann@example.com',
      })),
    )
    .execute()
})
afterAll(() => bench.close())

const search = (eventType: string, more: object = {}, who = 'support', environment: string = places.root) =>
  bench.call(who, 'POST', `/environments/${environment}/search`, { eventType, filter: {}, ...more })
const count = (eventType: string, who = 'support', environment: string = places.root) =>
  bench.call(who, 'POST', `/environments/${environment}/search/count`, { eventType, filter: {} })
const idsIn = ({ json }: { json: unknown }) => (json as SearchOutput).rows.map(row => row.externalId)

describe('a search by type of event', () => {
  it.each(['accountcreation', 'accountlogin', 'signin', 'Signup'])(
    'a search for %s finds events of this type alone, in the environment and those below it',
    async eventType => {
      const answer = await search(eventType)
      expect(answer.status, JSON.stringify(answer.json)).toBe(200)
      const { rows } = answer.json as SearchOutput
      expect(new Set(rows.map(row => row.eventType))).toEqual(new Set([eventType]))
      expect(new Set(rows.map(row => row.environmentId))).toEqual(new Set([places.root, places.eu]))
      expect([rows.length, (await count(eventType)).json]).toMatchObject([6, { count: 6 }])
    },
  )
  it('a search for account events is filtered, sorted and paged as one for purchases', async () => {
    const conditions = [
      { column: 'email', op: 'eq', value: 'ANN@example.com' },
      { column: 'decision', op: 'in', value: ['Approve'] },
    ]
    const query = { filter: { period: '7d', conditions }, sort: { column: 'riskScore', direction: 'desc' }, limit: 3 }
    const first = await search('accountlogin', query)
    expect(idsIn(first)).toEqual(['accountlogin-2', 'accountlogin-2', 'accountlogin-1'])
    const { nextCursor: cursor } = first.json as SearchOutput
    const second = await search('accountlogin', { ...query, cursor })
    expect([idsIn(second), (second.json as SearchOutput).nextCursor]).toEqual([['accountlogin-1'], null])
  })
  it('a search refuses a type that the environment does not have', async () => {
    for (const eventType of ['nothing', 'signup; drop', '', 'AccountLogin'])
      for (const answer of [await search(eventType), await count(eventType)])
        expect([eventType, answer.status, answer.body]).toMatchObject([
          eventType,
          422,
          { details: { issues: [{ path: ['eventType'] }] } },
        ])
  })
  it('a search for account events keeps to its tenant and to what the caller may see', async () => {
    for (const call of [search, (type: string, _more: object, who: string, at: string) => count(type, who, at)]) {
      expect((await call('accountlogin', {}, 'outsider', places.root)).status).toBe(404)
      expect((await call('accountlogin', {}, 'support', places.foreign)).status).toBe(404)
      expect((await call('accountlogin', {}, 'local', places.root)).status).toBe(404)
    }
    const own = await search('accountlogin', {}, 'local', places.eu)
    expect(new Set((own.json as SearchOutput).rows.map(row => row.environmentId))).toEqual(new Set([places.eu]))
  })
})

describe('the types that can be searched', () => {
  it('the types are the built-in ones, those without rules, and the tenant’s own', async () => {
    const answer = await bench.call('support', 'GET', `/environments/${places.root}/search/types`)
    expect([answer.status, answer.json]).toEqual([
      200,
      [
        { key: 'purchase', name: 'Purchase', search: true, cases: true },
        { key: 'accountcreation', name: 'accountcreation', search: true, cases: true },
        { key: 'accountlogin', name: 'accountlogin', search: true, cases: true },
        { key: 'signup', name: 'signup', search: true, cases: false },
        { key: 'signin', name: 'signin', search: true, cases: false },
        { key: 'Signup', name: 'Sign-up', search: true, cases: true },
      ],
    ])
    expect((await bench.call('outsider', 'GET', `/environments/${places.root}/search/types`)).status).toBe(404)
  })
  it('the types of the environments below count, under the name that the nearest one gives', () => {
    const own = (name: string) => [{ key: 'Cards', name, kind: 'wizard' as const, search: true, cases: true }]
    expect(searchableTypes(['a', 'b', 'c'], id => (id === 'a' ? [] : own(`Cards of ${id}`))).at(-1)).toEqual({
      key: 'Cards',
      name: 'Cards of b',
      search: true,
      cases: true,
    })
  })
  it('a former API name is a type of the same assessment, after all present ones, which prevail', () => {
    const custom = (key: string, name: string, formerNames: string[], searched = true) => ({
      ...{ key, name, formerNames, kind: 'legacyCustom' as const, search: searched, cases: false },
    })
    const types = searchableTypes(['a', 'b'], () => [
      custom('Changed', 'Account change', ['AccountChange', 'accountchange']),
      custom('Other', 'Other', ['Changed', 'Old'], false),
    ])
    expect(types.slice(2)).toEqual([
      { key: 'Changed', name: 'Account change', search: true, cases: false },
      { key: 'Other', name: 'Other', search: false, cases: false },
      { key: 'AccountChange', name: 'Account change', search: true, cases: false, formerOf: 'Changed' },
      { key: 'accountchange', name: 'Account change', search: true, cases: false, formerOf: 'Changed' },
      { key: 'Old', name: 'Other', search: false, cases: false, formerOf: 'Other' },
    ])
  })
})
