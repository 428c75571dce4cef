import type { TableDecision } from '../cells/cell-format.ts'

/** A purchase in the stories of the table. */
export interface PurchaseRow {
  id: string
  at: number
  score: number | null
  decision: TableDecision
  reviewDecision: TableDecision | null
  customer: string
  country: string
  amount: number
  currency: string
  tags: readonly string[]
  email: string
  device: string
  items: number
}

const customers = [
  'Mirela Tanev',
  'Jarl Solheim',
  'Ottilie Brandt',
  'ليلى حداد',
  'דנה כהן',
  'Σοφία Παπαδάκη',
  'Ana-Lucía Fernández de la Cruz',
  'Tom Okafor',
]
const countries = ['DE', 'LT', 'BE', 'AE', 'IL', 'JP', 'ES', 'NG']
const currencies = ['EUR', 'USD', 'AED', 'JPY']

/** Seeded, so that every run shows the same rows (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const fixtureNow = Date.UTC(2026, 10, 21, 14, 0, 0)

/** The same purchases for the same count on every run. */
export function purchases(count: number): PurchaseRow[] {
  const next = random(7)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T
  let at = fixtureNow - 293_000
  return Array.from({ length: count }, (_, i) => {
    at -= Math.floor(next() * 1_800_000)
    const score = Math.floor(next() ** 2 * 1000)
    const decision: TableDecision =
      score >= 850 ? 'reject' : score >= 650 ? 'review' : score >= 600 ? 'challenge' : 'approve'
    return {
      id: `P-${7241903 - i * 37}`,
      at,
      score: i % 17 === 11 ? null : score,
      decision,
      reviewDecision: decision === 'review' && next() > 0.4 ? pick(['approve', 'reject'] as const) : null,
      customer: pick(customers),
      country: pick(countries),
      amount: Math.round(next() ** 3 * 500_000) / 100,
      currency: pick(currencies),
      tags: i % 5 === 0 ? ['Device ring', 'Locker'] : [],
      email: `buyer${(i * 7919) % count}@mail.example`,
      device: `dv_${((i * 2654435761) % 4294967296).toString(16).padStart(8, '0')}`,
      items: 1 + (i % 9),
    }
  })
}
