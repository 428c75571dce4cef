import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { botSignals, parseSignal, signalEntities } from '../../../contract/models/signals.ts'
import {
  appendEvent,
  createInMemoryHistory,
  type EntityHistory,
  historyKinds,
  maxHistoryEvents,
} from '../history/entity-history.ts'
import { componentsOf, createSampler, pastEventOf, type StreamEvent } from '../training/sample.ts'
import { botFeatures } from './bot-features.ts'
import { riskFeatures } from './risk-features.ts'

const day = 86_400_000
const eventOf = (id: string, at: number, more: Partial<StreamEvent> = {}): StreamEvent => ({
  id,
  at,
  amount: 40,
  entities: { user: 'u1', device: 'd1' },
  card: null,
  own: {},
  scored: true,
  fraud: null,
  labelAt: Number.POSITIVE_INFINITY,
  ...more,
})

const streams = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 40 * day }),
      amount: fc.option(fc.integer({ min: 1, max: 900 })),
      user: fc.integer({ min: 0, max: 3 }),
      device: fc.integer({ min: 0, max: 3 }),
      terminal: fc.integer({ min: 0, max: 2 }),
      fraud: fc.option(fc.boolean()),
      delay: fc.integer({ min: 0, max: 20 * day }),
    }),
    { minLength: 2, maxLength: 60 },
  )
  .map(list =>
    list
      .sort((a, b) => a.at - b.at)
      .map(({ at, amount, user, device, terminal, fraud, delay }, index) =>
        eventOf(`e${index}`, at + index, {
          amount,
          entities: { user: `u${user}`, device: `d${device}`, terminal: `t${terminal}`, ip: null },
          fraud,
          labelAt: at + index + delay,
        }),
      ),
  )

const valuesOf = (earlier: readonly StreamEvent[], event: StreamEvent): unknown[] => {
  const replay = createInMemoryHistory()
  for (const one of earlier) replay.add(one.entities, pastEventOf(one))
  return riskFeatures.map(({ value }) => value(event, replay.histories(event.entities)))
}

describe('features of the risk model', () => {
  it('features of the risk model are known to clients by their ids, which name what they look at', () => {
    expect(riskFeatures.filter(({ id }) => parseSignal(id) === null)).toEqual([])
    expect(signalEntities).toEqual(historyKinds)
    expect(botSignals).toEqual(botFeatures.map(([id]) => id))
    expect(parseSignal('fraudShare.device.7d')).toEqual({
      kind: 'past',
      measure: 'fraudShare',
      entity: 'device',
      window: '7d',
    })
    for (const id of ['', 'tomorrow', 'events.moon.7d', 'toString', 'age.constructor'])
      expect(parseSignal(id)).toBeNull()
  })
  it('features of the risk model are not changed by anything that happens later, nor by labels that arrive later', () => {
    fc.assert(
      fc.property(streams, fc.nat(), (stream, place) => {
        const index = place % stream.length
        const event = stream[index] as StreamEvent
        const before = stream.slice(0, index)
        const known = valuesOf(before, event)
        // The whole stream, its future included; and the past without the labels that had not arrived.
        expect(valuesOf(stream, event)).toEqual(known)
        const unlabelled = before.map(one => (one.labelAt > event.at ? { ...one, fraud: null } : one))
        expect(valuesOf(unlabelled, event)).toEqual(known)
      }),
      { numRuns: 150 },
    )
  })

  it('features of the risk model count, compare and look at labels from the day they arrive', () => {
    const past = [
      eventOf('a', 0, { amount: 10, fraud: true, labelAt: 7 * day }),
      eventOf('b', 5 * day, { amount: 30, entities: { user: 'u2', device: 'd1' }, fraud: false, labelAt: 12 * day }),
    ]
    const read = (at: number) => {
      const event = eventOf('now', at, { amount: 60 })
      const values = valuesOf(past, event)
      return (id: string): unknown => values[riskFeatures.findIndex(feature => feature.id === id)]
    }
    const sixth = read(6 * day)
    expect([
      sixth('events.device.1d'),
      sixth('events.device.7d'),
      sixth('users.device'),
      sixth('age.device'),
      sixth('amountRatio.user'),
      sixth('fraudShare.device.28d'),
      sixth('frauds.device.28d'),
    ]).toEqual([0, 2, 1, 144, 6, null, 0])
    const thirteenth = read(13 * day)
    expect([
      thirteenth('fraudShare.device.7d'),
      thirteenth('frauds.device.7d'),
      thirteenth('fraudShare.device.1d'),
    ]).toEqual([0.5, 1, null])
    expect([sixth('events.ip.1d'), sixth('age.email')]).toEqual([null, null])
  })

  it('features of the risk model look back as far in a replay as in a decision, however long nothing happened', () => {
    const read = (at: number) => {
      const event = eventOf('now', at, { entities: { user: 'u9', device: 'd1' } })
      const values = valuesOf([eventOf('a', 0)], event)
      return (id: string): unknown => values[riskFeatures.findIndex(feature => feature.id === id)]
    }
    expect([read(89 * day)('users.device'), read(91 * day)('users.device')]).toEqual([1, 0])
    // Whether it is known is read regardless of the time.
    expect(read(91 * day)('age.device')).toBe(91 * 24)
  })

  it('features of the risk model tell what could not be read from what is not there', () => {
    const event = eventOf('now', day)
    const events = riskFeatures.find(({ id }) => id === 'events.device.1d')
    expect(events?.value({ ...event }, { device: undefined })).toBeUndefined()
    expect(events?.value({ ...event }, { device: null })).toBeNull()
    expect(events?.value({ ...event }, { device: { firstAt: null, events: [] } })).toBe(0)
  })

  it('features of the risk model have ids of their own, and each says what it means', () => {
    expect(new Set(riskFeatures.map(({ id }) => id)).size).toBe(riskFeatures.length)
    for (const { means, computed } of riskFeatures) expect(Math.min(means.length, computed.length)).toBeGreaterThan(3)
  })
})

describe('what is remembered of an entity', () => {
  it('what is remembered of an entity is bounded, in the order of time, and takes an event once', () => {
    const past: EntityHistory = { firstAt: null, events: [] }
    for (let index = 0; index < 400; index++) appendEvent(past, pastEventOf(eventOf(`e${index}`, index * 1000)))
    appendEvent(past, pastEventOf(eventOf('e399', 399_000)))
    appendEvent(past, pastEventOf(eventOf('late', 398_500)))
    expect(past.events).toHaveLength(maxHistoryEvents)
    expect(past.events.slice(-3).map(({ id }) => id)).toEqual(['e398', 'late', 'e399'])
    expect(past.firstAt).toBe(0)
  })
})

describe('samples', () => {
  it('samples hold the labelled events, each seen before it happened', () => {
    const sampler = createSampler()
    for (const event of [
      eventOf('a', 0, { fraud: true, labelAt: 1 }),
      eventOf('sign-up', 5, { scored: false }),
      eventOf('b', 10, { fraud: false }),
    ])
      sampler.add(event)
    const { labels, columns, features } = sampler.sample()
    expect([...labels]).toEqual([1, 0])
    expect([...(columns[features.findIndex(({ id }) => id === 'events.user.1d')] ?? [])]).toEqual([0, 2])
  })

  it('samples put events that share an entity into one group', () => {
    const groups = componentsOf([
      { user: 'a', device: '1' },
      { user: 'b', device: '2' },
      { user: 'c', device: '1' },
      { user: 'b', device: '3' },
      { ip: null },
    ])
    expect(groups[0]).toBe(groups[2])
    expect(groups[1]).toBe(groups[3])
    expect(new Set(groups).size).toBe(3)
  })
})
