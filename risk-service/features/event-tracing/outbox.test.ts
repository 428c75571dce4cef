import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { EventSubscription } from '../../contract/index.ts'
import { writeOutbox } from '../../kernel/store/events/outbox-sql.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { moveOutbox, outboxBatch } from './delivery/read-events.ts'
import { openTracingBench, type TracingBench } from './testing/tracing-bench.ts'

let tracing: TracingBench
beforeAll(async () => {
  tracing = await openTracingBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

const traced = () => tracing.db.selectFrom('traced_event').selectAll().orderBy('seq').execute()
const decisions = async () => (await traced()).filter(({ kind }) => kind === 'decision')
const write = (kind: string, refs: readonly string[], more: object = {}) =>
  tracing.db
    .insertInto('event_outbox')
    .values(refs.map(ref => ({ environment_id: tracing.root, kind, at: tracing.bench.now(), ref, ...more })))
    .execute()

it('decisions that are stored together are one row of the outbox, and each is counted and delivered', async () => {
  await tracing.create()
  const ids = Array.from({ length: 12 }, (_, n) => `P-${n}`)
  await Promise.all(ids.map(id => tracing.bench.send({ id, amount: 1 })))
  const rows = await tracing.db.selectFrom('event_outbox').select('refs').where('kind', '=', 'decision').execute()
  expect(rows.length).toBeLessThan(ids.length)
  expect(rows.flatMap(({ refs }) => refs ?? [])).toHaveLength(ids.length)
  expect((await tracing.list()).map(({ waiting }) => waiting)).toEqual([ids.length])
  await tracing.deliver()
  expect(
    tracing
      .events()
      .map(({ uniqueId }) => uniqueId)
      .sort(),
  ).toEqual([...ids].sort())
  // In the order of their rows, and of the references of a row.
  expect((await decisions()).map(({ ref }) => ref)).toEqual(rows.flatMap(({ refs }) => refs ?? []))
})

it('what is stored together is in the order of time, whatever the order of its rows', async () => {
  await tracing.create()
  const rows = ['P-10', 'P-2', 'P-9'].map((ref, n) => {
    const at = new Date(tracing.bench.now().getTime() - [1, 3, 2][n]! * 1000)
    return sql`(${tracing.root}::uuid, ${at}::timestamptz, ${ref})`
  })
  await sql`with batch (environment_id, at, ref) as (values ${sql.join(rows)})
    ${sql.raw(writeOutbox('decision', { from: 'batch', at: 'batch.at', ref: 'batch.ref' }))}`.execute(tracing.db)
  await moveOutbox(tracing.db, tracing.bench.now())
  expect((await decisions()).map(({ ref }) => ref)).toEqual(['P-2', 'P-9', 'P-10'])
})

it('only what a subscription contains is written, also while it is inactive', async () => {
  const waiting = async () =>
    (await tracing.db.selectFrom('event_outbox').select('kind').execute()).map(row => row.kind)
  const { json } = await tracing.create({ kinds: ['audit'] })
  await tracing.db.deleteFrom('event_outbox').execute()
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  expect(await waiting()).toEqual([])
  const changed = await tracing.bench.call<EventSubscription>('Pia', 'PATCH', tracing.path(json.id), {
    baseVersion: json.version,
    settings: { ...tracing.settings, kinds: ['trace', 'audit'] },
    secret: null,
  })
  expect(await waiting()).toEqual(['audit'])
  await tracing.bench.call('Pia', 'POST', `${tracing.path(json.id)}/active`, {
    baseVersion: changed.json.version,
    active: false,
  })
  await tracing.bench.send({ id: 'P-2', amount: 1 })
  expect(await waiting()).toEqual(['audit', 'audit', 'decision'])
})

it('whoever pulls gets every kind, in the environments below as well', async () => {
  await tracing.create({ kinds: ['label'], sink: { kind: 'pull' } })
  const rows = await tracing.db.selectFrom('traced_environment').selectAll().orderBy('environment_id').execute()
  const everything = { kinds: [], row_kinds: ['audit', 'case', 'data', 'decision', 'label'] }
  expect(rows).toEqual([caseIds.root, caseIds.eu].sort().map(id => ({ environment_id: id, ...everything })))
})

it('processes that number at the same time number everything once, in its order', async () => {
  const refs = Array.from({ length: 40 }, (_, n) => `r-${String(n).padStart(2, '0')}`)
  await write('label', refs)
  const counts = await Promise.all(Array.from({ length: 4 }, () => moveOutbox(tracing.db, tracing.bench.now())))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(refs.length)
  expect((await traced()).map(({ ref }) => ref)).toEqual(refs)
  expect(await tracing.db.selectFrom('event_outbox').selectAll().execute()).toEqual([])
})

it('numbers a limited number of rows at a time, and leaves those whose time has not come', async () => {
  await write('label', ['later'], { not_before: new Date(tracing.bench.now().getTime() + 60_000) })
  await write(
    'label',
    Array.from({ length: outboxBatch + 1 }, (_, n) => `r-${n}`),
  )
  expect(await moveOutbox(tracing.db, tracing.bench.now())).toBe(outboxBatch)
  expect(await moveOutbox(tracing.db, tracing.bench.now())).toBe(1)
  expect(await moveOutbox(tracing.db, tracing.bench.now())).toBe(0)
  tracing.bench.at('09:01')
  expect(await moveOutbox(tracing.db, tracing.bench.now())).toBe(1)
  expect((await traced()).at(-1)?.ref).toBe('later')
})

it('drops what happened in an environment that is gone', async () => {
  await write('label', ['r-1'], { environment_id: '30000000-0000-4000-8000-0000000000aa' })
  expect(await moveOutbox(tracing.db, tracing.bench.now())).toBe(1)
  expect(await traced()).toEqual([])
})
