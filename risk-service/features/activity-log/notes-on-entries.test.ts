import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logNoteType } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { writeEntry } from './testing/log-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['note', 'audit_log'] as const) await bench.store.db.deleteFrom(table).execute()
})

const notesOf = (id: string, environment: string = places.root) =>
  `/environments/${environment}/events/${logNoteType}/${id}/notes`
describe('notes on an entry of the log', () => {
  it('belong to the environment of the entry, wherever they are written', async () => {
    const id = await writeEntry(bench, { environment: places.eu })
    const body = { noteId: randomUUID(), text: 'Why?' }
    expect((await bench.call('admin', 'POST', notesOf(id), body)).status).toBe(200)
    const [note] = await bench.store.db
      .selectFrom('note')
      .select(['environment_id', 'event_type', 'event_id'])
      .execute()
    expect(note).toEqual({ environment_id: places.eu, event_type: logNoteType, event_id: id })
    for (const environment of [places.root, places.eu])
      expect((await bench.call('admin', 'GET', notesOf(id, environment))).json).toMatchObject({
        total: 1,
        threads: [{ text: 'Why?' }],
      })
  })

  it('need an entry that the caller may see', async () => {
    const id = await writeEntry(bench)
    expect((await bench.call('engineer', 'GET', notesOf(id))).status).toBe(403)
    expect((await bench.call('admin', 'GET', notesOf(id, places.eu))).status).toBe(404)
    expect((await bench.call('admin', 'GET', notesOf(randomUUID()))).status).toBe(404)
    expect((await bench.call('admin', 'GET', notesOf('no-id'))).status).toBe(404)
    expect((await bench.call('outsider', 'GET', notesOf(id))).status).toBe(404)
  })

  it('stay as long as their entry', async () => {
    const id = await writeEntry(bench)
    await bench.call('admin', 'POST', notesOf(id), { noteId: randomUUID(), text: 'Why?' })
    const count = async () => (await bench.store.db.selectFrom('note').select('id').execute()).length
    const retention = { eventMonths: 13, logMonths: 13, telemetryDays: 28 }
    await applyRetention(bench.store.db, retention, new Date('2025-11-21T00:00:00Z'))
    expect(await count()).toBe(1)
    await bench.store.db.deleteFrom('audit_log').where('id', '=', id).execute()
    await applyRetention(bench.store.db, retention, new Date('2025-11-21T00:00:00Z'))
    expect(await count()).toBe(0)
  })
})
