import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/testing/seeded-random.ts'
import { computeLogOdds, scoreOf, scoreWithCard } from '../scorecard.ts'
import { createBins } from '../statistics/bins.ts'
import { fitLogistic, sigmoid } from '../statistics/logistic.ts'
import { measureQuality } from './quality.ts'
import { componentsOf, createSampler, type StreamEvent } from './sample.ts'
import { type Sample, splitByGroup, splitByTime, type TrainingOutcome, trainScorecard } from './train-scorecard.ts'

const day = 86_400_000
const minute = 60_000
const sampleOf = (columns: Record<string, number[]>, labels: number[]): Sample => ({
  features: Object.keys(columns).map(id => ({ id, direction: null })),
  columns: Object.values(columns).map(values => Float64Array.from(values)),
  labels: Uint8Array.from(labels),
})
const trained = (result: TrainingOutcome): Extract<TrainingOutcome, { kind: 'trained' }> => {
  if (result.kind !== 'trained') throw new Error(result.reason)
  return result
}
function learnt(events: readonly StreamEvent[], how: 'groups' | 'time') {
  const sampler = createSampler()
  for (const event of events) sampler.add(event)
  const sample = sampler.sample()
  const rows = events.filter(({ scored, fraud }) => scored && fraud !== null)
  return trained(
    trainScorecard(
      sample,
      how === 'groups'
        ? splitByGroup(componentsOf(rows.map(({ entities }) => entities)), sample.labels)
        : splitByTime(rows.length, Math.floor(rows.length * 0.3)),
    ),
  )
}

/** A shop: 4.5 % of fraud without any sign, and rings that share a device and buy within seconds of signing up. */
function shop(people: number, ringsUntil: number): StreamEvent[] {
  const random = seededRandom(7)
  const events: StreamEvent[] = []
  const buy = (user: string, device: string, signUp: number, at: number, fraud: boolean): void => {
    const base = {
      entities: { user, device },
      card: null,
      own: { amount: 30 + Math.floor(random() * 60), minutesSinceSignUp: (at - signUp) / minute },
      labelAt: at + 7 * day,
    }
    events.push(
      { ...base, id: `s ${user}`, at: signUp, amount: null, own: {}, scored: false, fraud: null },
      { ...base, id: user, at, amount: base.own.amount, scored: true, fraud },
    )
  }
  for (let index = 0; index < people; index++) {
    const signUp = random() * 200 * day
    if (signUp < ringsUntil * day && index % 120 === 0)
      for (let member = 0; member < 8; member++)
        buy(`r${index}.${member}`, `ring${index}`, signUp + member * 1000, signUp + (member + 1) * 1000, true)
    buy(`u${index}`, `d${index}`, signUp, signUp + (0.2 + random() * 60) * day, random() < 0.045)
  }
  return events.sort((a, b) => a.at - b.at)
}

/**
 * Terminals, some of which are taken over for weeks, and customers, some of whose cards are used at five times the
 * amount; labels come a week late.
 */
function terminals(payments: number): StreamEvent[] {
  const random = seededRandom(11)
  return Array.from({ length: payments }, (_, index) => {
    const at = (index / payments) * 60 * day
    const customer = Math.floor(random() * 250)
    const terminal = Math.floor(random() * 200)
    const usual = 10 + (customer % 40)
    const takenOver = terminal % 40 === 3 && at > (terminal % 30) * day
    const leaked = customer % 50 === 7 && at > 20 * day && random() < 0.4
    const amount = usual * (0.6 + random() * 0.8) * (leaked ? 5 : 1)
    return {
      id: `p${index}`,
      at,
      amount,
      entities: { user: `c${customer}`, terminal: `t${terminal}` },
      card: null,
      own: { amount },
      scored: true,
      fraud: takenOver || leaked,
      labelAt: at + 7 * day,
    }
  })
}

describe('training a scorecard', () => {
  it('the training of a scorecard finds rings behind shared devices, measured on devices and users it has not seen', {
    timeout: 90_000,
  }, () => {
    const { quality } = learnt(shop(12_000, 200), 'groups')
    expect(quality.auc).toBeGreaterThan(0.75)
    expect(quality.caughtAtOnePercent).toBeGreaterThan(0.5)
    expect(quality.calibrationError).toBeLessThan(0.03)
    expect(quality.weak).toBe(false)
  })

  it('the training of a scorecard finds taken-over terminals and leaked cards by their history, with labels a week late', {
    timeout: 90_000,
  }, () => {
    const { quality, features } = learnt(terminals(18_000), 'time')
    expect(quality.auc).toBeGreaterThan(0.9)
    expect(quality.caughtAtOnePercent).toBeGreaterThan(0.6)
    expect(features.map(({ id }) => id)).toContain('amountRatio.user')
  })

  it('the training of a scorecard says that it knows next to nothing, and stays calibrated', {
    timeout: 90_000,
  }, () => {
    const { quality } = learnt(shop(8000, 130), 'time')
    expect(quality.weak).toBe(true)
    expect(quality.calibrationError).toBeLessThan(0.03)
  })

  it('the training of a scorecard is refused with the reason: too few labels, one class, features that never differ', () => {
    const many = Array.from({ length: 600 }, (_, index) => index)
    const refusal = (result: TrainingOutcome): unknown => (result.kind === 'refused' ? result : null)
    expect(refusal(trainScorecard(sampleOf({ amount: [1, 2] }, [0, 1]), splitByTime(2)))).toEqual({
      kind: 'refused',
      reason: 'tooFewLabels',
      rows: 2,
      frauds: 1,
    })
    expect(
      refusal(
        trainScorecard(
          sampleOf(
            { amount: many },
            many.map(index => Number(index < 20)),
          ),
          splitByTime(600),
        ),
      ),
    ).toMatchObject({ reason: 'tooFewLabels', frauds: 20 })
    expect(
      refusal(
        trainScorecard(
          sampleOf(
            { amount: many },
            many.map(() => 0),
          ),
          splitByTime(600),
        ),
      ),
    ).toMatchObject({ reason: 'oneClass' })
    expect(
      refusal(
        trainScorecard(
          sampleOf(
            { amount: many.map(() => 5) },
            many.map(index => (index % 4 === 0 ? 1 : 0)),
          ),
          splitByTime(600),
        ),
      ),
    ).toMatchObject({ reason: 'constantFeatures' })
  })
})

describe('the parts of it', () => {
  it('the regression recovers the weights that made the data', () => {
    const random = seededRandom(3)
    const x = Float64Array.from({ length: 20_000 }, () => random() * 4 - 2)
    const labels = Uint8Array.from(x, value => Number(random() < sigmoid(-1 + 0.8 * value)))
    const { intercept, weights } = fitLogistic([x], labels, 0.01)
    expect(intercept).toBeCloseTo(-1, 0)
    expect(weights[0]).toBeCloseTo(0.8, 0)
  })

  it('the bins have rare values at the end and unknown ones by themselves', () => {
    const values = Float64Array.from({ length: 20_000 }, (_, index) =>
      index % 100 === 0 ? Number.NaN : index % 200 === 1 ? 500 : index % 50,
    )
    const labels = Uint8Array.from(values, (value, index) => Number(value === 500 || index % 97 === 0))
    const bins = createBins(values, labels)
    expect(bins?.cuts.at(-1)).toBe(500)
    expect(bins?.woe.at(-1)).toBeGreaterThan(3)
    expect(
      createBins(
        new Float64Array(500).fill(1),
        Uint8Array.from({ length: 500 }, (_, index) => index % 2),
      ),
    ).toBeNull()
  })

  it('the measures of quality equal figures that were computed by hand', () => {
    const p = Float64Array.from([0.9, 0.8, 0.7, 0.2])
    const { auc, caughtAtOnePercent, thresholds } = measureQuality(
      p,
      Float64Array.from([900, 800, 700, 200]),
      Uint8Array.from([1, 0, 1, 0]),
    )
    expect(auc).toBe(0.75)
    expect(caughtAtOnePercent).toBe(0.5)
    expect(thresholds.find(({ score }) => score === 700)).toEqual({
      score: 700,
      events: 3,
      precision: 2 / 3,
      recall: 1,
      falsePositives: 0.5,
    })
  })

  it('the scores never fall with the probability: 150 at 1 in 101, 80 points double the odds', () => {
    expect(scoreOf(Math.log(1 / 100))).toBe(150)
    expect(scoreOf(Math.log(2 / 100))).toBe(230)
    expect([scoreOf(-50), scoreOf(50)]).toEqual([0, 999])
  })

  it('the contributions add up to the score, and leave out features that could not be read', () => {
    const card = {
      format: 1 as const,
      intercept: -3,
      features: [
        { id: 'users.device', cuts: [1, 3], weights: [-0.1, 0.9, 1.7], unknown: 0.2 },
        { id: 'minutesSinceSignUp', cuts: [1, 60], weights: [2, 0.5, -0.2], unknown: 0 },
      ],
    }
    const event = {
      id: 'now',
      at: day,
      amount: 20,
      entities: { user: 'u', device: 'd' },
      card: null,
      own: { minutesSinceSignUp: 0.5 },
    }
    const other = { id: 'x', at: 1, amount: null, user: 'v', device: 'd', card: null, fraud: null, labelAt: 0 }
    const { score, contributions, reasonCodes, unread } = scoreWithCard(card, event, {
      device: { firstAt: 1, events: [other] },
    })
    expect(score).toBe(scoreOf(-3 + 0.9 + 2))
    expect(150 + contributions.reduce((sum, { points }) => sum + points, 0)).toBe(score)
    expect(contributions.slice(0, 2)).toEqual([
      { code: 'signal:minutesSinceSignUp', value: 0.5, points: 231 },
      { code: 'signal:users.device', value: 1, points: 104 },
    ])
    expect(reasonCodes).toBe('700-ACCOUNT_INFORMATION:GENERAL,1100-DEVICE_INFORMATION:GENERAL')
    expect(unread).toEqual([])
    const blind = scoreWithCard(card, { ...event }, { device: undefined })
    expect(blind).toMatchObject({ unread: ['users.device'], score: scoreOf(-3 + 2) })
    expect(computeLogOdds(card, () => null).logOdds).toBeCloseTo(-3 + 0.2)
  })
})
