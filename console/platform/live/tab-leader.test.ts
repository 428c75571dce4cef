import type { LiveEvent } from '@assay/risk-service/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { electLeader, type Leadership } from './tab-leader.ts'

let number = 0
const open: AbortController[] = []
const leads = new Set<Leadership>()
/** A window of the browser: the events that it received, and the stream once it is the leader. */
function tab(place: string | null, last?: string) {
  const leaving = new AbortController()
  open.push(leaving)
  const heard: string[] = []
  let lead: Leadership | null = null
  let lastEventId = last
  const done = electLeader(place, {
    signal: leaving.signal,
    lastEventId: () => lastEventId,
    onEvent: ({ kind }, id) => {
      lastEventId = id ?? lastEventId
      heard.push(`${kind} ${id ?? ''}`)
    },
    onLeaderLost: () => heard.push('lost'),
  }).then(
    given => {
      leads.add(given)
      lead = given
    },
    () => heard.push('left'),
  )
  return {
    heard,
    done,
    leave: () => leaving.abort(),
    get leads() {
      return lead !== null
    },
    tell: (kind: LiveEvent['kind'], id?: string) => {
      lastEventId = id ?? lastEventId
      // In the format of the client.
      lead?.publish(new Proxy({ kind } as LiveEvent, {}), id)
    },
    release: () => {
      if (lead && leads.delete(lead)) lead.release()
    },
  }
}
const newPlace = () => `place ${number++}`
/** Long enough for a message from one window to the next. */
const settled = () =>
  new Promise(resolve => {
    setTimeout(resolve, 30)
  })

afterEach(() => {
  vi.unstubAllGlobals()
  for (const leaving of open.splice(0)) leaving.abort()
  for (const lead of leads) lead.release()
  leads.clear()
})

describe('windows of one person', () => {
  it('windows of one person have one stream between them, which goes over to the next', async () => {
    const place = newPlace()
    const first = tab(place)
    await first.done
    const second = tab(place)
    await settled()
    expect([first.leads, second.leads, second.heard]).toEqual([true, false, []])
    first.tell('hello', 'r.0')
    first.tell('notifications', 'r.4')
    await settled()
    const third = tab(place)
    await settled()
    first.tell('environments', 'r.5')
    await settled()
    expect(second.heard).toEqual(['hello r.0', 'notifications r.4', 'environments r.5'])
    // It joined while the stream was open: what it shows may be older than the stream.
    expect(third.heard).toEqual(['hello r.4', 'environments r.5'])
    first.release()
    await second.done
    second.tell('hello', 'r.5')
    second.tell('notifications', 'r.6')
    await settled()
    expect([first.heard, third.heard.slice(2), third.leads]).toEqual([
      [],
      ['lost', 'hello r.5', 'notifications r.6'],
      false,
    ])
  })

  it('eight windows of one person have one stream, and every one of them hears of a change', async () => {
    const place = newPlace()
    const first = tab(place)
    await first.done
    const others = Array.from({ length: 7 }, () => tab(place))
    await settled()
    first.tell('hello', 'r.0')
    first.tell('environments', 'r.1')
    await settled()
    expect(others.map(({ leads: leading }) => leading)).toEqual(others.map(() => false))
    expect(others.map(({ heard }) => heard)).toEqual(others.map(() => ['hello r.0', 'environments r.1']))
    first.release()
    await vi.waitFor(() => expect(others.filter(({ leads: leading }) => leading)).toHaveLength(1))
  })

  it('windows of one person are told to fetch anew what they may have missed, and nothing else is handed out until then', async () => {
    const place = newPlace()
    const first = tab(place)
    await first.done
    const away = tab(place, 'r.2')
    const same = tab(place, 'r.9')
    first.tell('hello', 'r.9')
    await settled()
    first.tell('notifications', 'r.10')
    const back = tab(place, 'r.10')
    await settled()
    // The first stream began without an earlier event: what preceded it is unknown.
    expect(away.heard).toEqual(['reset r.9', 'notifications r.10'])
    expect(same.heard).toEqual(['reset r.9', 'notifications r.10'])
    expect(back.heard).toEqual(['hello r.10'])
  })

  it('windows of one person leave without waiting for their turn, and other people are no part of it', async () => {
    const place = newPlace()
    const [first, stranger] = [tab(place), tab(newPlace())]
    await first.done
    await stranger.done
    const waiting = tab(place)
    waiting.leave()
    await waiting.done
    first.tell('hello', 'r.1')
    await settled()
    expect([waiting.heard, stranger.heard]).toEqual([['left'], []])
  })

  it.each<[string, string | null, () => void]>([
    ['with a service of its own', null, () => undefined],
    ['without channels', newPlace(), () => void vi.stubGlobal('BroadcastChannel', undefined)],
    ['without locks', newPlace(), () => void vi.stubGlobal('navigator', {})],
    [
      'where locks are refused',
      newPlace(),
      () => void vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('blocked')) } }),
    ],
  ])('have a stream each %s', async (_name, place, arrange) => {
    arrange()
    const both = [tab(place), tab(place)]
    await Promise.all(both.map(({ done }) => done))
    expect(both.map(each => each.leads)).toEqual([true, true])
  })
})
