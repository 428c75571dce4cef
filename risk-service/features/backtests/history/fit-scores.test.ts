import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../run/past-events.ts'
import { createHistoryScorer } from './fit-scores.ts'

const start = Date.parse('2025-01-01T00:00:00Z')
/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 4294967296
  }
}
const facts = {
  email: null,
  ip: null,
  ipCountry: null,
  billingCountry: null,
  shippingCountry: null,
  itemCount: null,
  bin: null,
  lastFour: null,
}
/** Purchases every half hour: of those above USD 500 nine in ten are fraud, of the others one in fifty. */
function createPurchases(count: number): { event: RecordedEvent; isFraud: boolean }[] {
  const random = createRandom(11)
  return Array.from({ length: count }, (_, n) => {
    const isLarge = random() < 0.3
    const amount = isLarge ? 500 + random() * 500 : 5 + random() * 400
    const event: RecordedEvent = {
      at: start + n * 1_800_000,
      environmentId: 'e',
      eventId: `event-${n}`,
      externalId: `order-${n}`,
      eventType: 'purchase',
      decision: 'Approve',
      riskScore: 0,
      amountUsd: Math.round(amount * 100),
      label: null,
      request: { purchaseId: `order-${n}`, totalAmount: amount, currency: 'USD', user: { userId: `u${n % 40}` } },
      enrichment: { entities: [{ type: 'user', value: `u${n % 40}` }] },
      recordedInputs: null,
      facts: null,
      reason: '',
      rule: null,
      clause: null,
      isScored: false,
      isDecided: false,
      scoring: facts,
    }
    return { event, isFraud: random() < (isLarge ? 0.9 : 0.02) }
  })
}
const purchases = createPurchases(2400)
const pieceLength = 400
const timeOf = (index: number) => start + index * 1_800_000
/** Returns the scores of all purchases, as a run reads them piece by piece; what they were is known at once, by default. */
function scoresOf(
  isFraudOf: (index: number) => boolean | undefined,
  knownAt = timeOf,
  until = timeOf(purchases.length),
): (number | null)[] {
  const scorer = createHistoryScorer(until)
  const scores: (number | null)[] = []
  for (let from = 0; from < purchases.length; from += pieceLength) {
    for (const { event } of purchases.slice(from, from + pieceLength)) scores.push(scorer.score(event))
    scorer.endPiece(id => {
      const index = Number(id.slice('event-'.length))
      const isFraud = isFraudOf(index)
      return isFraud === undefined ? undefined : { isFraud, knownAt: knownAt(index) }
    })
  }
  return scores
}
const actual = (index: number) => purchases[index]?.isFraud

describe('scores that are fitted to the history', () => {
  const scores = scoresOf(actual)
  it('exist once enough labelled events came before, and none before', () => {
    // Five hundred labels are known at the end of the second piece.
    expect(scores.slice(0, 2 * pieceLength).every(score => score === null)).toBe(true)
    expect(scores.slice(2 * pieceLength).every(score => score !== null)).toBe(true)
  })
  it('order nine in ten pairs of a fraud and a good event rightly', () => {
    const scored = (isFraud: boolean) =>
      scores.flatMap((score, index) => (score !== null && actual(index) === isFraud ? [score] : []))
    const [frauds, goods] = [scored(true), scored(false)]
    let right = 0
    for (const fraud of frauds) for (const good of goods) right += fraud > good ? 1 : fraud === good ? 0.5 : 0
    // By the amount alone 95 % can be ordered rightly.
    expect(right / (frauds.length * goods.length)).toBeGreaterThan(0.9)
  })
  it('of a piece do not depend on the labels of that piece or of a later one', () => {
    for (let piece = 2; piece < purchases.length / pieceLength; piece += 1) {
      const from = piece * pieceLength
      const other = scoresOf(index => (index < from ? actual(index) : !(actual(index) ?? false)))
      expect(other.slice(0, from + pieceLength), `piece ${piece}`).toEqual(scores.slice(0, from + pieceLength))
    }
  })
  it('use no chargeback before its date', () => {
    const day = 86_400_000
    // Frauds are charged back after 17 days, two pieces later; good events are labelled at once.
    const late = (index: number) => timeOf(index) + (actual(index) ? 17 * day : 0)
    const delayed = scoresOf(actual, late)
    // The third piece ends on day 25: by then the frauds of the first eight days are known, more than fifty.
    expect(delayed.slice(0, 3 * pieceLength).every(score => score === null)).toBe(true)
    expect(delayed.slice(3 * pieceLength).every(score => score !== null)).toBe(true)
    // What is known after an event changes nothing of its score.
    for (let piece = 3; piece < purchases.length / pieceLength; piece += 1) {
      const end = timeOf(piece * pieceLength - 1)
      const other = scoresOf(index => (late(index) <= end ? actual(index) : !(actual(index) ?? false)), late)
      const scored = (piece + 1) * pieceLength
      expect(other.slice(0, scored), `piece ${piece}`).toEqual(delayed.slice(0, scored))
    }
    // Chargebacks after the end of the history.
    expect(scoresOf(actual, late, timeOf(0) + 17 * day).every(score => score === null)).toBe(true)
  })
  it('do not exist where labels are too few, or all the same', () => {
    expect(scoresOf(index => (index < 400 ? actual(index) : undefined)).every(score => score === null)).toBe(true)
    expect(scoresOf(() => false).every(score => score === null)).toBe(true)
  })
})
