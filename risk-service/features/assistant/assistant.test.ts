import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sentences } from '../../contract/assistant/sentences.ts'
import type { AssistantAnswer, ConversationEntry, StoredAssistantSettings } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { answer } from './answers/answer.ts'
import { ask, askEvents, clientOf, messagesOf } from './testing/assistant-calls.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('assistant_entry').execute()
  await bench.store.db.deleteFrom('setting').where('key', '=', 'assistant').execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const path = (rest: string, environment: string = places.root) => `/environments/${environment}/assistant/${rest}`
const conversation = async (as: string, environment: string = places.root) =>
  ((await bench.call(as, 'GET', path('conversation', environment))).json as { entries: ConversationEntry[] }).entries
const save = (body: object, as = 'admin', environment: string = places.root) =>
  bench.call(as, 'PUT', path('settings', environment), { baseVersion: 0, key: null, ...body })

describe('an answer', () => {
  it('arrives sentence by sentence, ends with the whole, and is stored for its user in its environment', async () => {
    const events = await askEvents(bench.app, 'engineer', 'Which environments do we have?')
    expect(events.map(({ type }) => type)).toEqual([
      'thinking',
      ...Array.from({ length: events.length - 2 }, () => 'sentence'),
      'done',
    ])
    const { answer } = events.at(-1) as { answer: AssistantAnswer }
    expect(answer).toMatchObject({ intent: 'overview-environments', generated: true, refused: false, stopped: false })
    expect(events.flatMap(event => (event.type === 'sentence' ? [event.sentence] : []))).toEqual(answer.sentences)
    expect(await conversation('engineer')).toEqual([
      { id: answer.id, question: 'Which environments do we have?', askedAt: now.toISOString(), answer, rating: null },
    ])
    expect(await conversation('colleague')).toEqual([])
    expect(await conversation('engineer', places.eu)).toEqual([])
  })
  it('cites a source with every fact, and has only sentences that are listed, with their values', async () => {
    for (const question of [
      'Which environments do we have?',
      'Give me an overview of the queues',
      'Give me an overview of the velocities',
      'Give me an overview of the lists',
      'What was the fraud rate in the last 30 days?',
      'Delete the rule Geo',
    ]) {
      const answer = await ask(bench.app, 'admin', question)
      for (const { message, values, sources } of answer.sentences) {
        const shape = (sentences as Record<string, (typeof sentences)[keyof typeof sentences] | undefined>)[message]
        if (message.startsWith('Assistant.Help.')) continue
        expect(shape, message).toBeDefined()
        expect(Object.keys(values).sort()).toEqual(Object.keys(shape?.values ?? {}).sort())
        if (shape?.cites) expect(sources.length, message).toBeGreaterThan(0)
        for (const source of sources) expect(answer.sources[source - 1]?.id).toBe(source)
      }
    }
  })
  it('about how something is done cites the topic of the help, over the page where it is done', async () => {
    const { sources, links } = await ask(bench.app, 'engineer', 'How do I create a velocity?')
    expect(sources[0]).toMatchObject({ kind: 'help', href: '/data/velocities?help=velocity' })
    expect(links[0]).toEqual({ page: '/data/velocities', href: '/data/velocities' })
  })
  it('changes nothing: a request to change something names the page', async () => {
    const answer = await ask(bench.app, 'admin', 'Delete the rule Geo')
    expect(messagesOf(answer)).toEqual(['Write'])
    expect(answer).toMatchObject({ refused: true, links: [{}] })
  })
  it('names the right that is missing, and goes to the security log as other refusals do', async () => {
    const answer = await ask(bench.app, 'support', 'Give me an overview of the velocities')
    expect(messagesOf(answer)).toEqual(['NoRight'])
    expect(answer.sentences[0]?.values).toEqual({
      right: { kind: 'term', list: 'capability', value: 'velocities' },
      page: { kind: 'term', list: 'page', value: '/data/velocities' },
    })
    expect(answer.refused).toBe(true)
  })
})

describe('a question', () => {
  const refused = async (as: string, body: object, environment: string = places.root) =>
    (await bench.call(as, 'POST', path('questions', environment), { locale: 'en-US', ...body })).status
  it('has 1 to 2,000 characters, a language and a page of the console', async () => {
    expect(await refused('engineer', { question: ' ' })).toBe(422)
    expect(await refused('engineer', { question: 'a'.repeat(2001) })).toBe(422)
    expect(await refused('engineer', { question: 'a\u0000b' })).toBe(422)
    expect(await refused('engineer', { question: 'Hello', locale: 'English' })).toBe(422)
    expect(await refused('engineer', { question: 'Hello', page: 'https://elsewhere.example' })).toBe(422)
    expect(await refused('engineer', { question: 'Hello', page: '//elsewhere.example' })).toBe(422)
  })
  it('needs the right to the assistant in an environment of the own tenant', async () => {
    expect(await refused('outsider', { question: 'Hello' })).toBe(404)
    expect(await refused('admin', { question: 'Hello' }, places.foreign)).toBe(404)
    expect(await refused('local', { question: 'Hello' })).toBe(404)
    expect(await refused('nobody', { question: 'Hello' })).toBe(404)
    expect(await refused('application', { question: 'Hello' })).toBe(404)
  })
  it('is one of at most twenty in a minute', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) {
      const response = await bench.app.request(`/api/console/v1${path('questions')}`, {
        method: 'POST',
        headers: { authorization: 'Bearer viewer', 'content-type': 'application/json' },
        body: JSON.stringify({ question: 'Hello', locale: 'en-US' }),
      })
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
  it('that its user stops is stored as stopped, with what was said until then', async () => {
    const { db } = bench.store
    const context = {
      db,
      ports: { db, clock: () => now, newId: () => randomUUID() },
      principal: bench.person('engineer'),
      tree: await loadEnvironmentTree(db, places.tenant),
      assistant: { reads: () => clientOf(bench.app, 'engineer'), texts: null },
    } as unknown as EnvironmentCallContext
    const input = {
      environmentId: places.root,
      question: 'Which environments?',
      locale: 'en-US',
      page: '/',
      timeZone: 'UTC',
    }
    const stream = answer(context, input, undefined)
    for (let event = await stream.next(); event.value?.type !== 'sentence'; ) event = await stream.next()
    await stream.return()
    const [entry] = await conversation('engineer')
    expect(entry?.answer.stopped).toBe(true)
  })
})

describe('a conversation', () => {
  it('is rated and cleared by its user alone', async () => {
    const { id } = await ask(bench.app, 'engineer', 'Which environments do we have?')
    await ask(bench.app, 'colleague', 'Which environments do we have?')
    const rate = (as: string, rating: unknown) => bench.call(as, 'PUT', path(`questions/${id}/rating`), { rating })
    expect((await rate('engineer', 'up')).json).toEqual({ rating: 'up' })
    expect((await conversation('engineer'))[0]?.rating).toBe('up')
    expect((await rate('colleague', 'down')).status).toBe(404)
    expect((await rate('engineer', 'best')).status).toBe(422)
    expect((await rate('engineer', null)).json).toEqual({ rating: null })
    expect((await bench.call('engineer', 'DELETE', path('conversation'))).json).toEqual({ deleted: 1 })
    expect(await conversation('engineer')).toEqual([])
    expect(await conversation('colleague')).toHaveLength(1)
  })
  it('is read for thirty days, and deleted after them', async () => {
    await ask(bench.app, 'engineer', 'Which environments do we have?')
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
    const age = (count: number) =>
      bench.store.db
        .updateTable('assistant_entry')
        .set({ asked_at: days(count) })
        .execute()
    await age(29)
    expect(await conversation('engineer')).toHaveLength(1)
    await age(31)
    expect(await conversation('engineer')).toEqual([])
    await applyRetention(bench.store.maintenance, { eventMonths: 13, logMonths: 13, telemetryDays: 30 }, now)
    expect(await bench.store.db.selectFrom('assistant_entry').select('id').execute()).toEqual([])
  })
})

describe('the switch of the tenant', () => {
  it('is on without a model, hides the assistant when it is off, and is audited', async () => {
    expect((await bench.call('viewer', 'GET', path('availability'))).json).toEqual({ enabled: true, model: false })
    const saved = await save({ settings: { enabled: false, model: null } })
    expect([saved.status, saved.json]).toEqual([
      200,
      { version: 1, enabled: false, model: null, hasKey: false, mayChange: true },
    ])
    expect((await bench.call('viewer', 'GET', path('availability', places.eu))).json).toEqual({
      enabled: false,
      model: false,
    })
    const off = await bench.call('engineer', 'POST', path('questions'), { question: 'Hello', locale: 'en-US' })
    expect([off.status, off.body.code]).toEqual([409, 'assistant.off'])
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_type', 'operation', 'before', 'after'])
      .execute()
    expect(log).toEqual([
      {
        resource_type: 'Assistant',
        operation: 'Create',
        before: null,
        after: { enabled: false, model: null, hasKey: false },
      },
    ])
    expect((await bench.call('outsider', 'GET', path('availability', places.foreign))).json).toMatchObject({
      enabled: true,
    })
  })
  it('is told to the open consoles of the tenant, after the change and only then', async () => {
    const audiences: unknown[] = []
    const listener = bench.live.subscribe({
      accepts(audience) {
        audiences.push(audience)
        return true
      },
      lastEventId: null,
    })
    const settings = { enabled: false, model: null }
    expect((await save({ settings }, 'engineer')).status).toBe(403)
    expect((await save({ settings: { ...settings, model: { address: 'ftp://x', name: 'm' } } })).status).toBe(422)
    expect(audiences).toEqual([])
    expect((await save({ settings })).status).toBe(200)
    expect(await listener.next()).toMatchObject({ kind: 'change', publication: { event: { kind: 'assistant' } } })
    // Stored already: nothing changes.
    expect((await save({ settings })).status).toBe(200)
    listener.close()
    expect(audiences).toEqual([{ tenantId: places.tenant, environmentId: null, capability: null }])
  })
  it('is for administrators of every root environment, once, and notices who was faster', async () => {
    const settings = { enabled: false, model: null }
    for (const as of ['engineer', 'viewer', 'support']) {
      expect([as, (await save({ settings }, as)).status]).toEqual([as, 403])
      expect([as, (await bench.call(as, 'GET', path('settings'))).status]).toEqual([as, 403])
    }
    expect((await save({ settings }, 'outsider')).status).toBe(404)
    expect((await save({ settings })).status).toBe(200)
    expect((await save({ settings })).json).toMatchObject({ version: 1 })
    expect((await save({ settings: { enabled: true, model: null } })).status).toBe(409)
  })
  it('stores the key of the model encrypted, shows it nowhere, and gives it to its own host only', async () => {
    const secret = 'sk-hidden-17'
    const model = { address: 'https://model.example/v1', name: 'small' }
    const saved = await save({ settings: { enabled: true, model }, key: { value: secret } })
    expect(saved.json).toMatchObject({ version: 1, hasKey: true, model })
    const row = await bench.store.db.selectFrom('setting').select('value').where('key', '=', 'assistant').execute()
    const log = await bench.store.db.selectFrom('audit_log').select('after').execute()
    const read = (await bench.call('admin', 'GET', path('settings'))).json as StoredAssistantSettings
    for (const text of [saved.json, row, log, read]) expect(JSON.stringify(text)).not.toContain(secret)
    const elsewhere = { enabled: true, model: { ...model, address: 'https://elsewhere.example/v1' } }
    expect((await save({ baseVersion: 1, settings: elsewhere, key: { stored: true } })).status).toBe(422)
    for (const address of ['ftp://model.example', 'https://user:word@model.example/v1', 'model.example', ''])
      expect([
        address,
        (await save({ baseVersion: 1, settings: { enabled: true, model: { address, name: 'a' } } })).status,
      ]).toEqual([address, 422])
    expect((await save({ baseVersion: 1, settings: { enabled: true, model: null } })).json).toMatchObject({
      hasKey: false,
    })
  })
})

describe('suggestions', () => {
  it('are four for a page, and none that the rights of the user would refuse', async () => {
    const on = async (as: string, page: string) =>
      (
        (await bench.call(as, 'GET', `${path('suggestions')}?page=${encodeURIComponent(page)}`)).json as {
          suggestions: { message: string }[]
        }
      ).suggestions.map(({ message }) => message.replace('Assistant.Suggestion.', ''))
    expect(await on('admin', '/search')).toEqual([
      'ExplainTransaction',
      'LinkedTransactions',
      'DraftFilter',
      'SummariseNotes',
    ])
    expect(await on('admin', '/reports/scores?from=2025-01-01')).toContain('Cutoff')
    for (const page of ['/', '/environments', '/data/velocities', '/adminsettings', '/integration'])
      expect([page, (await on('admin', page)).length]).toEqual([page, 4])
    for (const page of ['/', '/reports/summary', '/data/velocities'])
      expect(
        (await on('support', page)).filter(key => /FraudRate|Volume|Velocities|DraftVelocity|Trend/.test(key)),
      ).toEqual([])
  })
})
