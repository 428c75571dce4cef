import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GraphSnapshot } from '../../../contract/graph/graph-snapshots.ts'
import type { GraphNode, GraphPicture, Note } from '../../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { createGraphCalls, nodeOf, startAt, textsOf } from '../testing/graph-calls.ts'
import { storeGraphPurchase, storeOpenCase } from '../testing/graph-events.ts'

let bench: ConsoleBench
const event = (id: string) => `/environments/${places.eu}/events/purchase/${id}/graph-snapshots`

/** A picture as the page sends it: what it has of the answer, with places. */
const drawn = ({ nodes, edges }: Pick<GraphPicture, 'nodes' | 'edges'>) => ({
  nodes: nodes.map(({ key: _key, more: _more, moreByType: _by, hidden: _hidden, listStatus: _status, ...node }, n) => ({
    ...node,
    x: n * 10,
    y: n,
  })),
  edges,
  dates: null,
})
type Drawn = ReturnType<typeof drawn>
const { neighbourhood } = createGraphCalls(() => bench)
const look = async () => (await neighbourhood(startAt('device', 'D-1'))).output

async function attach(
  picture: Drawn,
  { as = 'engineer', id = 'P-3', environment = places.root as string, ids = newIds() } = {},
) {
  const answer = await bench.call(as, 'POST', event(id), {
    ...ids,
    text: 'These share a device.',
    graphEnvironmentId: environment,
    picture,
  })
  return { ...answer, note: answer.json as Note, ids }
}
const newIds = () => ({ noteId: randomUUID(), attachmentId: randomUUID() })
async function open(attachmentId: string, as = 'engineer', id = 'P-3') {
  const answer = await bench.call(as, 'GET', `${event(id)}/${attachmentId}`)
  return { ...answer, snapshot: answer.json as GraphSnapshot }
}
const store = (purchase: Parameters<typeof storeGraphPurchase>[1]) =>
  storeGraphPurchase(bench.store.db, { device: 'D-1', ...purchase })

beforeAll(async () => {
  bench = await openConsoleBench()
  await store({ id: 'P-1', user: 'U-1', email: 'one@example.com', bin: '400012', payment: 'PI-1' })
  await store({ id: 'P-3', user: 'U-3', email: 'three@example.com', environmentId: places.eu })
  await storeOpenCase(bench.store.db, 'P-3', places.eu)
})
afterAll(() => bench.close())

describe('a picture of the graph', () => {
  it('is attached to a note and stays as it was', async () => {
    const before = await look()
    const { status, note, ids } = await attach(drawn(before))
    expect(status, JSON.stringify(note)).toBe(200)
    expect(note).toMatchObject({
      id: ids.noteId,
      text: 'These share a device.',
      attachments: [{ id: ids.attachmentId, mediaType: 'application/vnd.assay.graph+json' }],
    })
    await store({ id: 'P-9', user: 'U-9', hoursAgo: 0 })
    expect(textsOf(await look(), 'user')).toContain('U-9')
    const { snapshot } = await open(ids.attachmentId)
    expect(snapshot.nodes.map(({ id, x, y }) => ({ id, x, y }))).toEqual(
      before.nodes.map(({ id }, n) => ({ id, x: n * 10, y: n })),
    )
    expect(snapshot).toMatchObject({ edges: before.edges, missing: 0, dates: null })
    expect(snapshot.nodes.find(({ text }) => text === 'U-1')?.decisions).toEqual(nodeOf(before, 'U-1').decisions)
  })

  it('is attached once, however often the call is repeated', async () => {
    const picture = drawn(await look())
    const { ids } = await attach(picture)
    expect((await attach(picture, { ids })).status).toBe(200)
    const notes = await bench.call('engineer', 'GET', `/environments/${places.eu}/events/purchase/P-3/notes`)
    const threads = (notes.json as { threads: Note[] }).threads.filter(({ id }) => id === ids.noteId)
    expect(threads.map(({ attachments }) => attachments.length)).toEqual([1])
    const other = { ...picture, nodes: picture.nodes.map(node => ({ ...node, x: 0 })) }
    expect((await attach(other, { ids: { ...newIds(), attachmentId: ids.attachmentId } })).status).toBe(409)
  })

  it('is no file: nobody downloads what is masked for them', async () => {
    const { ids } = await attach(drawn(await look()))
    const path = `/environments/${places.eu}/events/purchase/P-3/note-attachments/${ids.attachmentId}`
    expect((await bench.call('engineer', 'GET', path)).status).toBe(404)
  })

  it('goes with its note', async () => {
    const { ids } = await attach(drawn(await look()))
    await bench.call('engineer', 'DELETE', `/environments/${places.eu}/events/purchase/P-3/notes/${ids.noteId}`)
    expect((await open(ids.attachmentId)).status).toBe(404)
  })
})

describe('what became of its nodes', () => {
  it('nodes whose events were removed are not shown any more', async () => {
    const id = await store({ id: 'P-7', user: 'U-7', email: 'seven@example.com' })
    const before = await look()
    const { ids } = await attach(drawn(before))
    expect((await open(ids.attachmentId)).snapshot.missing).toBe(0)
    for (const table of ['event_key', 'event_entity', 'event_body', 'event'] as const)
      await bench.store.db.deleteFrom(table).where('event_id', '=', id).execute()
    const { snapshot } = await open(ids.attachmentId)
    const shown = snapshot.nodes.map(({ text }) => text)
    for (const text of ['P-7', 'U-7', 'seven@example.com']) expect(shown).not.toContain(text)
    expect(shown).toContain('U-1')
    expect(snapshot.missing).toBe(3)
    const nodes = new Set(snapshot.nodes.map(node => node.id))
    expect(snapshot.edges.every(({ source, target }) => nodes.has(source) && nodes.has(target))).toBe(true)
    expect(before.edges.length).toBeGreaterThan(snapshot.edges.length)
  })

  it('a reader from whom the queue is hidden does not see the decision of the case', async () => {
    const { db } = bench.store
    await store({ id: 'P-5', user: 'U-5' })
    await storeOpenCase(db, 'P-5')
    await db
      .updateTable('review_case')
      .set({ state: 'Decided', outcome: JSON.stringify({ decision: 'Reject', caseAction: 'Reject' }) })
      .where('external_id', '=', 'P-5')
      .execute()
    const { ids } = await attach(drawn((await neighbourhood(startAt('device', 'D-1'), 'admin')).output), {
      as: 'admin',
    })
    const read = async (as: string) => {
      const { nodes } = (await open(ids.attachmentId, as)).snapshot
      return nodes.find(({ type, text }) => type === 'transaction' && text === 'P-5')?.event?.reviewDecision
    }
    expect([await read('admin'), await read('engineer')]).toEqual(['Reject', null])
  })

  it('no text of a person is stored in the attachment', async () => {
    const { ids } = await attach(drawn(await look()))
    const { content } = await bench.store.db
      .selectFrom('note_attachment')
      .select('content')
      .where('id', '=', ids.attachmentId)
      .executeTakeFirstOrThrow()
    const stored = Buffer.from(content).toString('utf8')
    expect(stored).toContain('"nodes":')
    for (const text of ['U-1', 'one@example.com', '400012', 'Mira']) expect(stored).not.toContain(text)
    const { nodes } = (await open(ids.attachmentId)).snapshot
    expect(nodes.find(({ text }) => text === 'U-1')?.person).toBe('Mira T')
    expect(nodes.map(({ text }) => text)).toEqual(expect.arrayContaining(['one@example.com', '400012', 'PI-1', 'P-1']))
  })

  it('values are masked for those for whom they are masked elsewhere', async () => {
    const { ids } = await attach(drawn(await look()))
    await bench.call('admin', 'PUT', `/environments/${places.root}/personal-data/settings`, {
      baseVersion: 0,
      profile: { AllAreasViewer: ['email', 'ip', 'instrument'] },
    })
    const masked = (await open(ids.attachmentId, 'viewer')).snapshot
    const answer = JSON.stringify(masked)
    for (const value of ['one@', 'three@', '400012', 'PI-1']) expect(answer).not.toContain(value)
    expect(textsOf(masked as { nodes: GraphNode[] } & GraphSnapshot, 'email')).toContain('o***@example.com')
    expect(JSON.stringify((await open(ids.attachmentId)).snapshot)).toContain('one@example.com')
  })
})

describe('refusals', () => {
  it('by rights to the event and to the graph', async () => {
    const picture = drawn(await look())
    const { ids } = await attach(picture)
    for (const [as, status] of [
      ['viewer', 403],
      ['outsider', 404],
      ['nobody', 404],
    ] as const)
      expect([as, (await attach(picture, { as })).status]).toEqual([as, status])
    // Sees the event, and not the environment that the graph was read in.
    expect((await open(ids.attachmentId, 'local')).status).toBe(404)
    expect((await open(ids.attachmentId, 'outsider')).status).toBe(404)
    expect((await attach(picture, { environment: places.us })).body).toMatchObject({
      details: { issues: [{ path: ['graphEnvironmentId'] }] },
    })
    expect((await attach(picture, { id: 'P-none' })).status).toBe(404)
    expect((await open(randomUUID())).status).toBe(404)
  })

  it('of pictures that are none, by the field', async () => {
    const picture = drawn(await look())
    const [first] = picture.nodes
    const [edge] = picture.edges
    if (!first || !edge) throw new Error('The picture is empty.')
    const forged = { ...first, id: 'device.AAAA' }
    const faults: [Drawn, (string | number)[]][] = [
      [{ ...picture, nodes: [forged], edges: [] }, ['picture', 'nodes', 0, 'id']],
      [{ ...picture, nodes: [], edges: [] }, ['picture', 'nodes']],
      [{ ...picture, nodes: [first, first], edges: [] }, ['picture', 'nodes', 1, 'id']],
      [
        { ...picture, nodes: [first], edges: [{ ...edge, source: first.id, target: 'x' }] },
        ['picture', 'edges', 0, 'target'],
      ],
      [{ ...picture, nodes: [{ ...first, x: 1e9 }], edges: [] }, ['picture', 'nodes', 0, 'x']],
      [
        { ...picture, nodes: Array.from({ length: 2001 }, (_, n) => ({ ...first, id: `device.${n}` })), edges: [] },
        ['picture', 'nodes'],
      ],
    ]
    for (const [faulty, path] of faults) {
      const answer = await attach(faulty)
      expect([answer.status, path]).toEqual([422, path])
      expect(answer.body).toMatchObject({
        details: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
      })
    }
  })
})
