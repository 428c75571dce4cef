import { expect, test } from 'vitest'
import { createEventGraph } from '../../engine/graph/event-graph.ts'
import type { GraphRef } from '../../engine/graph/types.ts'
import type { GraphReader } from './graph-reader.ts'
import type { LoadedEvent } from './store/loaded-event.ts'
import { walkFrom } from './walk.ts'

const users: { ref: GraphRef; event: null }[] = ['u-1', 'u-2'].map(value => ({
  ref: { type: 'user', value },
  event: null,
}))

/** A reader of nodes with so many events, whose contents do not matter. */
const readerOf = (events: number) =>
  ({
    hubs: () => Promise.resolve(new Map()),
    find: (refs: readonly GraphRef[], { limit }: { limit: number }) =>
      Promise.resolve(
        Array.from({ length: refs.length === 0 ? 0 : Math.min(events, limit) }, (_, n) => ({ n: 0, event_id: `${n}` })),
      ),
    load: () => Promise.resolve([]),
  }) as unknown as GraphReader

test.each([
  [1, 1999, true],
  [1, 2000, false],
  [2, 1999, true],
  [2, 2000, false],
] as const)('%i steps from several nodes with %i events: complete is %s', async (steps, events, complete) => {
  const [first, ...beside] = users
  const graph = createEventGraph<LoadedEvent>({ nodes: 100, edges: 100 }, () => true)
  if (first === undefined) throw new Error('There are two users.')
  const origin = { ...first, beside }
  expect(await walkFrom(readerOf(events), graph, origin, { walked: new Set(), steps })).toBe(complete)
})
