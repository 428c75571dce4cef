import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssessment } from '../features/assessments/create-assessment.ts'
import { type ConsoleBench, openConsoleBench, places } from '../http/console-api/testing/console-bench.ts'
import { silentLog } from '../kernel/store/testing/test-store.ts'
import type { Db } from '../ports/database.ts'
import { createAssessmentRegistry } from './assessment-types/assessment-registry.ts'
import { createCallRegistry } from './calls/call-registry.ts'
import { createSecretCipher } from './calls/secret-encryption.ts'
import { createModelRegistry } from './score/model-registry.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const clock = () => new Date('2025-11-20T12:00:00Z')

/**
 * Begins a reload, makes a change while its queries are in progress, begins a second one, and lets that one finish
 * first.
 */
async function overtaken(
  book: (db: Db) => { reload: () => Promise<void> },
  change: () => Promise<unknown>,
): Promise<void> {
  const [gate, asked] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const slow = new WeakSet<object>()
  let [first, open] = [true, 0]
  const made = book(
    bench.store.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (first) {
          slow.add(queryId)
          open++
        }
        return node
      },
      async transformResult({ result, queryId }) {
        if (slow.has(queryId)) {
          if (--open === 0) asked.resolve(undefined)
          await gate.promise
        }
        return result
      },
    }),
  )
  const earlier = made.reload()
  await asked.promise
  first = false
  await change()
  const later = made.reload()
  await Promise.race([
    later,
    new Promise(resolve => {
      setTimeout(resolve, 200)
    }),
  ])
  gate.resolve(undefined)
  await Promise.all([earlier, later])
}

it('a slower, earlier reading of assessments never replaces a later one', async () => {
  let book: ReturnType<typeof createAssessmentRegistry> | undefined
  await overtaken(
    db => (book = createAssessmentRegistry({ db, clock, log: silentLog })),
    () =>
      createAssessment(bench.store.db, {
        id: randomUUID(),
        environmentId: places.root,
        kind: 'wizard',
        template: 'Custom',
        apiName: 'Late',
        friendlyName: 'Late',
        observations: [],
        hasLabel: true,
        sample: { metadata: { eventId: 'e', timestamp: '2025-11-20T11:00:00Z' } },
        author: { id: randomUUID(), name: 'Test' },
      }),
  )
  expect(book?.find(places.root, 'Late')?.name).toBe('Late')
})

it('a slower, earlier reading of external calls never replaces a later one', async () => {
  let book: ReturnType<typeof createCallRegistry> | undefined
  const http = { send: () => Promise.reject(new Error('not asked')), addressIssue: () => null, close: () => undefined }
  const body = {
    name: 'late',
    description: '',
    parameters: [],
    configurations: [],
    method: 'GET',
    url: 'https://target.example/',
    headers: [],
    requestBody: null,
    authentication: { method: 'anonymous' },
    keepAliveUrl: null,
    sampleResponse: {},
    timeoutMs: 1000,
    defaultResponse: {},
  }
  await overtaken(
    db =>
      (book = createCallRegistry({
        db,
        clock,
        newId: () => randomUUID(),
        log: silentLog,
        http,
        cipher: createSecretCipher('a key for tests'),
      })),
    () =>
      bench.store.db
        .insertInto('external_call')
        .values({
          id: randomUUID(),
          environment_id: places.root,
          name: 'late',
          version: 1,
          body: JSON.stringify(body),
          secrets: '{}',
          created_at: clock(),
          updated_by: randomUUID(),
          updated_by_name: 'x',
          updated_at: clock(),
        })
        .execute(),
  )
  expect([...(book?.infos(places.root).externalCalls.keys() ?? [])]).toEqual(['late'])
  await book?.close()
})

it('a slower, earlier reading of models never replaces a later one', async () => {
  let book: ReturnType<typeof createModelRegistry> | undefined
  await overtaken(
    db => (book = createModelRegistry({ db, clock, log: silentLog })),
    () =>
      bench.store.db
        .insertInto('model_version')
        .values({
          environment_id: places.root,
          kind: 'bot',
          version: 1,
          id: randomUUID(),
          state: 'active',
          scorecard: JSON.stringify({ features: [] }),
          card: JSON.stringify({}),
          rows: 0,
          auc: 0.5,
          trained_at: clock(),
          trained_by_name: null,
        })
        .execute(),
  )
  expect(
    book?.scorers(places.root, 'e', null, () => {
      throw new Error('not asked')
    }),
  ).toHaveProperty('bot')
})
