import { getEventMeta } from '@orpc/server'
import { describe, expect, it, vi } from 'vitest'
import type { LiveEvent, RoleId } from '../../contract/index.ts'
import type { EnvironmentNode } from '../../kernel/access/authorize.ts'
import { type AudienceRights, canReceive } from '../../kernel/live/audience-rights.ts'
import { type Audience, createLiveHub, type LiveHub } from '../../kernel/live/live-hub.ts'
import { liveStream, type StreamOptions } from './live-stream.ts'

const tree = new Map<string, EnvironmentNode>([
  ['root', { id: 'root', parentId: null, kind: 'production' }],
  ['child', { id: 'child', parentId: 'root', kind: 'production' }],
  ['box', { id: 'box', parentId: null, kind: 'sandbox' }],
])
const person = (
  role: RoleId | null,
  environmentId: string | null = 'root',
  more: Partial<AudienceRights['principal']> = {},
): AudienceRights => ({
  tree,
  principal: {
    id: 'me',
    tenantId: 't',
    wids: [],
    assignments: role === null ? [] : [{ role, environmentId }],
    ...more,
  },
})
const inChild: Audience = { tenantId: 't', environmentId: 'child', capability: 'dashboard' }

describe('who may know', () => {
  const cases: [string, AudienceRights, Partial<Audience>, boolean][] = [
    ['a role on the root covers the child', person('FraudEngineer'), {}, true],
    ['a role on the child does not cover the root', person('FraudEngineer', 'child'), { environmentId: 'root' }, false],
    ['a production role gives nothing in a sandbox', person('FraudEngineer'), { environmentId: 'box' }, false],
    ['the capability decides', person('ManualReviewAnalyst'), { capability: 'notifications.environment' }, false],
    ['no role', person(null), {}, false],
    ['another tenant', person('ProductAdmin', null), { tenantId: 'other' }, false],
    [
      'an environment of another tenant',
      person('ProductAdmin', null),
      { tenantId: null, environmentId: 'foreign' },
      false,
    ],
    ['an environment without a tenant in it', person('ProductAdmin', null), { tenantId: null }, true],
    ['somebody else alone', person('ProductAdmin', null), { userId: 'you' }, false],
    ['the person alone', person('ProductAdmin', null), { userId: 'me' }, true],
    ['the person without the capability', person('ManualReviewAnalyst'), { userId: 'me', capability: 'rules' }, false],
    ['the whole tenant, for a Product admin', person('ProductAdmin', null), { environmentId: null }, true],
    ['the whole tenant, for others', person('AllAreasAdmin'), { environmentId: null }, false],
    ['what needs no capability', person(null), { environmentId: null, capability: null }, true],
    [
      'an administrator who has not attested',
      person('ProductAdmin', null, { limitedTo: ['dashboard'] }),
      { capability: 'notifications.environment' },
      false,
    ],
    [
      'the same, tenant-wide',
      person('ProductAdmin', null, { limitedTo: ['dashboard'] }),
      { environmentId: null, capability: 'notifications.environment' },
      false,
    ],
  ]
  it.each(cases)('%s', (_name, rights, audience, expected) => {
    expect(canReceive(rights, { ...inChild, ...audience })).toBe(expected)
  })
})

const open = (hub: LiveHub, more: Partial<StreamOptions> = {}) => {
  const rights = person('FraudEngineer')
  return liveStream({ hub, rights, lastEventId: null, recheck: () => Promise.resolve(rights), ...more })
}
const valueOf = async (stream: AsyncGenerator<LiveEvent, void>) => {
  const { value, done } = await stream.next()
  return done ? 'closed' : value
}

describe('the stream', () => {
  it('the live stream greets with an id, then tells', async () => {
    const hub = createLiveHub({ epoch: 'run' })
    const stream = open(hub)
    const hello = await stream.next()
    expect([hello.value, getEventMeta(hello.value)]).toEqual([{ kind: 'hello' }, { id: 'run.0' }])
    hub.publish({
      event: { kind: 'decisions', environmentId: 'child', eventType: 'purchase', total: 3 },
      audience: inChild,
    })
    const decisionCount = await stream.next()
    expect([decisionCount.value, getEventMeta(decisionCount.value)]).toEqual([
      { kind: 'decisions', environmentId: 'child', eventType: 'purchase', total: 3 },
      { id: 'run.1' },
    ])
  })

  it('the live stream asks for the rights at the moment of telling', async () => {
    const hub = createLiveHub({ epoch: 'run' })
    let rights = person('FraudEngineer', 'root', { limitedTo: ['rules'] })
    const stream = open(hub, { rights, recheck: () => Promise.resolve(rights) })
    await stream.next()
    hub.publish({
      event: { kind: 'decisions', environmentId: 'child', eventType: 'purchase', total: 1 },
      audience: inChild,
    })
    rights = person('FraudEngineer')
    hub.publish({ event: { kind: 'environments' }, audience: { ...inChild, capability: null }, changesRights: true })
    hub.publish({
      event: { kind: 'decisions', environmentId: 'child', eventType: 'purchase', total: 2 },
      audience: inChild,
    })
    expect([await valueOf(stream), await valueOf(stream)]).toEqual([
      { kind: 'environments' },
      { kind: 'decisions', environmentId: 'child', eventType: 'purchase', total: 2 },
    ])
  })

  it('the live stream ends within a minute when the session is over, also while nothing happens', async () => {
    vi.useFakeTimers()
    try {
      const hub = createLiveHub({ epoch: 'run' })
      const recheck = vi.fn(() => Promise.reject(new Error('over')))
      const stream = open(hub, { recheck })
      await stream.next()
      const next = valueOf(stream)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await next).toBe('closed')
      expect(hub.listening).toBe(false)
      // Its own timer has stopped: those of other tests in this process, which may start some too, do not matter.
      await vi.advanceTimersByTimeAsync(300_000)
      expect(recheck).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('the live stream ends when the caller leaves, when the service stops, and is not begun for who has left', async () => {
    const hub = createLiveHub({ epoch: 'run' })
    const leaving = new AbortController()
    const stream = open(hub, { signal: leaving.signal })
    await stream.next()
    const next = valueOf(stream)
    leaving.abort()
    expect(await next).toBe('closed')
    expect(hub.listening).toBe(false)
    const late = open(hub, { signal: AbortSignal.abort() })
    await late.next()
    expect(await valueOf(late)).toBe('closed')
    const last = open(hub)
    await last.next()
    const waiting = valueOf(last)
    hub.close()
    expect(await waiting).toBe('closed')
  })

  it('the live stream says reset when it cannot go on where it was left', async () => {
    const stream = open(createLiveHub({ epoch: 'run' }), { lastEventId: 'earlier.7' })
    expect([await valueOf(stream), await valueOf(stream)]).toEqual([{ kind: 'hello' }, { kind: 'reset' }])
  })
})
