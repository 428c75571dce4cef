import { mixBits } from '../../lib/murmur-hash.ts'
import { type ContrastTable, createContrastTable } from '../contrast-table.ts'
import type { ContrastAttribute } from '../types.ts'
import type { SlowEvent } from './slow-contrast.ts'

/** Creates numbers of at least 0 and less than 1 that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    return mixBits(state) / 2 ** 32
  }
}

export const purchaseAttributes: readonly ContrastAttribute[] = [
  { id: 'country', kind: 'text' },
  { id: 'device', kind: 'text' },
  { id: 'channel', kind: 'text' },
  { id: 'tags', kind: 'text' },
  { id: 'amount', kind: 'number' },
  { id: 'items', kind: 'number' },
  { id: 'prices', kind: 'number' },
]

/** Creates purchases of one population: countries, shared devices, missing values, skewed amounts. */
export function createPurchases(count: number, random: () => number): SlowEvent[] {
  const choice = (limit: number): number => Math.floor(random() * limit)
  return Array.from({ length: count }, () => ({
    country: ['DE', 'FR', 'NL', 'de ', 'ES', null][choice(6)] ?? null,
    device: `d${choice(Math.ceil(count / 4))}`,
    channel: random() < 0.8 ? 'web' : 'app',
    tags: Array.from({ length: choice(3) }, () => `t${choice(5)}`),
    amount: random() < 0.1 ? null : Math.round(Math.exp(3 + 2 * random() + random()) * 100) / 100,
    items: 1 + choice(4),
    prices: Array.from({ length: choice(3) }, () => 1 + choice(90)),
  }))
}

/** Returns two sets of events as a table. */
export function tableOf(
  a: readonly SlowEvent[],
  b: readonly SlowEvent[],
  attributes = purchaseAttributes,
  labelOf: (event: SlowEvent) => boolean | null = () => null,
): ContrastTable {
  const table = createContrastTable(attributes)
  for (const [set, events] of [
    ['a', a],
    ['b', b],
  ] as const)
    for (const event of events)
      table.add(
        set,
        attributes.map(({ id }) => event[id] ?? null),
        labelOf(event),
      )
  return table
}

/** Returns events in another order. */
export function shuffled<T>(events: readonly T[], random: () => number): T[] {
  return events
    .map(event => ({ event, key: random() }))
    .sort((x, y) => x.key - y.key)
    .map(({ event }) => event)
}
