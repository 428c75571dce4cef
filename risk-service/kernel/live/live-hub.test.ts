import { describe, expect, it } from 'vitest'
import { createLiveHub, type Delivery, type Publication } from './live-hub.ts'

const everything = { accepts: () => true, lastEventId: null }
const change = (more: Partial<Publication> = {}): Publication => ({
  event: { kind: 'notifications' },
  audience: { tenantId: 't', environmentId: null, capability: null },
  ...more,
})
const decisions = (total: number, environmentId = 'e'): Publication =>
  change({
    event: { kind: 'decisions', environmentId, eventType: 'purchase', total },
    supersedes: `decisions ${environmentId}`,
  })
const idOf = (delivery: Delivery) => (delivery.kind === 'closed' ? '' : delivery.id)

describe('the hub', () => {
  it('the hub hands every change to every listener, in order, with growing ids', async () => {
    const hub = createLiveHub({ epoch: 'run' })
    const [one, two] = [hub.subscribe(everything), hub.subscribe(everything)]
    hub.publish(change())
    hub.publish(change({ event: { kind: 'environments' } }))
    for (const subscription of [one, two]) {
      expect(await subscription.next()).toMatchObject({
        kind: 'change',
        id: 'run.1',
        publication: { event: { kind: 'notifications' } },
      })
      expect(await subscription.next()).toMatchObject({
        kind: 'change',
        id: 'run.2',
        publication: { event: { kind: 'environments' } },
      })
    }
  })

  it('the hub wakes a listener that waits', async () => {
    const hub = createLiveHub({ epoch: 'run' })
    const subscription = hub.subscribe(everything)
    const next = subscription.next()
    hub.publish(change())
    expect(await next).toMatchObject({ kind: 'change', id: 'run.1' })
  })

  it('the hub goes on where a listener stopped', async () => {
    const hub = createLiveHub({ epoch: 'run' })
    const before = hub.subscribe(everything)
    hub.publish(change())
    const last = idOf(await before.next())
    before.close()
    hub.publish(change())
    hub.publish(change())
    const after = hub.subscribe({ ...everything, lastEventId: last })
    expect([idOf(await after.next()), idOf(await after.next())]).toEqual(['run.2', 'run.3'])
    // A listener that left before the first event resumes from the greeting.
    const quiet = hub.subscribe({ ...everything, lastEventId: hub.subscribe(everything).startedAt })
    hub.publish(change())
    expect(await quiet.next()).toMatchObject({ kind: 'change', id: 'run.4' })
  })

  it.each([
    ['another run', 'other.1'],
    ['no id', 'nonsense'],
    ['a sequence that was never given', 'run.99'],
    ['a negative one', 'run.-1'],
  ])('the hub says that something was missed for %s', async (_name, lastEventId) => {
    const hub = createLiveHub({ epoch: 'run' })
    hub.publish(change())
    expect(await hub.subscribe({ ...everything, lastEventId }).next()).toEqual({ kind: 'missed', id: 'run.1' })
  })

  it('the hub keeps a bounded number, and says so to those who were away longer', async () => {
    const hub = createLiveHub({ epoch: 'run', maxRetained: 3 })
    for (let n = 0; n < 10; n++) hub.publish(change())
    expect((await hub.subscribe({ ...everything, lastEventId: 'run.6' }).next()).kind).toBe('missed')
    expect(await hub.subscribe({ ...everything, lastEventId: 'run.7' }).next()).toMatchObject({
      kind: 'change',
      id: 'run.8',
    })
  })

  it('the hub keeps one of what supersedes itself, without taking that for a gap', async () => {
    const hub = createLiveHub({ epoch: 'run', maxRetained: 3 })
    hub.publish(change())
    for (let n = 1; n <= 500; n++) hub.publish(decisions(n))
    const subscription = hub.subscribe({ ...everything, lastEventId: 'run.0' })
    expect(await subscription.next()).toMatchObject({
      kind: 'change',
      publication: { event: { kind: 'notifications' } },
    })
    expect(await subscription.next()).toMatchObject({ kind: 'change', publication: { event: { total: 500 } } })
  })

  it('the hub lets a slow listener neither grow nor miss silently', async () => {
    const hub = createLiveHub({ epoch: 'run', maxQueued: 5 })
    const slow = hub.subscribe(everything)
    for (let n = 0; n < 6; n++) hub.publish(change())
    hub.publish(change())
    expect(await slow.next()).toEqual({ kind: 'missed', id: 'run.6' })
    expect(await slow.next()).toMatchObject({ kind: 'change', id: 'run.7' })
    // Figures of one environment occupy one place, however many were published.
    for (let n = 1; n <= 100; n++) hub.publish(decisions(n))
    expect(await slow.next()).toMatchObject({ kind: 'change', publication: { event: { total: 100 } } })
  })

  it('the hub keeps nothing for whom it does not concern', async () => {
    const hub = createLiveHub({ epoch: 'run', maxQueued: 2 })
    const other = hub.subscribe({ accepts: ({ tenantId }) => tenantId === 'other', lastEventId: null })
    for (let n = 0; n < 10; n++) hub.publish(change())
    hub.publish(change({ audience: { tenantId: 'other', environmentId: null, capability: null } }))
    expect(await other.next()).toMatchObject({ kind: 'change', id: 'run.11' })
  })

  it('the hub knows whether anybody listens, and ends everybody with itself', async () => {
    const hub = createLiveHub({ epoch: 'run' })
    expect(hub.listening).toBe(false)
    const [one, two] = [hub.subscribe(everything), hub.subscribe(everything)]
    expect([hub.listening, hub.listeners]).toEqual([true, 2])
    one.close()
    expect(await one.next()).toEqual({ kind: 'closed' })
    const waiting = two.next()
    hub.close()
    expect(await waiting).toEqual({ kind: 'closed' })
    expect(hub.listening).toBe(false)
    expect(await hub.subscribe(everything).next()).toEqual({ kind: 'closed' })
  })

  it('the hub has a bounded number of places per person and altogether', () => {
    const { streams: seats } = createLiveHub({ epoch: 'run' })
    const places = Array.from({ length: 20 }, () => seats.acquire('me'))
    expect(places.every(Boolean)).toBe(true)
    expect(seats.acquire('me')).toBeNull()
    expect(seats.acquire('you')).not.toBeNull()
    places[0]?.()
    places[0]?.()
    expect(seats.acquire('me')).not.toBeNull()
    expect(seats.acquire('me')).toBeNull()
  })
})
