import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

interface Told {
  id: string
  kind: string
}
/** Opens the stream as a browser would, and reads one event after another. */
async function listen(
  as: string,
  lastEventId?: string,
): Promise<{ status: number; type: string | null; next: () => Promise<Told | null>; leave: () => void }> {
  const leaving = new AbortController()
  const response = await bench.app.request('/api/console/v1/live/events', {
    headers: { authorization: `Bearer ${as}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    leave: () => leaving.abort(),
    next: async () => {
      for (;;) {
        const [block, ...rest] = buffer.split('\n\n')
        if (block !== undefined && rest.length > 0) {
          buffer = rest.join('\n\n')
          const data = /^data: (.*)$/m.exec(block)?.[1]
          if (data !== undefined)
            return { id: /^id: (.*)$/m.exec(block)?.[1] ?? '', kind: (JSON.parse(data) as { kind: string }).kind }
          continue
        }
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return null
        buffer += value
      }
    },
  }
}
const tell = (
  environmentId: string,
  kind: 'notifications' | 'environments' = 'notifications',
  tenantId: string = places.tenant,
) =>
  bench.live.publish({ event: { kind }, audience: { tenantId, environmentId, capability: 'notifications.operations' } })

it('the stream is refused without a session', async () => {
  expect((await bench.call(null, 'GET', '/live/events')).status).toBe(401)
})

it('the stream reaches everybody with the rights, resumes after a drop, and sends reset after a gap', async () => {
  const engineer = await listen('engineer')
  expect([engineer.status, engineer.type]).toEqual([200, 'text/event-stream'])
  expect(await engineer.next()).toEqual({ id: expect.stringMatching(/^test\.\d+$/), kind: 'hello' })
  tell(places.eu)
  const first = await engineer.next()
  expect(first?.kind).toBe('notifications')
  engineer.leave()
  tell(places.us, 'environments')
  const again = await listen('engineer', first?.id)
  expect((await again.next())?.kind).toBe('hello')
  expect((await again.next())?.kind).toBe('environments')
  again.leave()
  const gap = await listen('engineer', 'another-run.12')
  expect([(await gap.next())?.kind, (await gap.next())?.kind]).toEqual(['hello', 'reset'])
  gap.leave()
})

it('the stream never reaches another tenant, another environment, or a person without the capability', async () => {
  const people = {
    outsider: await listen('outsider'),
    local: await listen('local'),
    support: await listen('support'),
    nobody: await listen('nobody'),
  }
  for (const stream of Object.values(people)) expect((await stream.next())?.kind).toBe('hello')
  tell(places.us)
  tell(places.root)
  bench.live.publish({
    event: { kind: 'environments' },
    audience: { tenantId: places.tenant, environmentId: null, capability: null },
  })
  bench.live.publish({
    event: { kind: 'environments' },
    audience: { tenantId: places.other, environmentId: null, capability: null },
  })
  // The marker is sent first: earlier events were not for them.
  for (const stream of Object.values(people)) {
    expect((await stream.next())?.kind).toBe('environments')
    stream.leave()
  }
})

it('the places of closed streams are free again, and one person has a limited number of them', async () => {
  const streams = []
  for (let n = 0; n < 20; n++) streams.push(await listen('viewer'))
  for (const stream of streams) expect((await stream.next())?.kind).toBe('hello')
  const refused = await bench.call('viewer', 'GET', '/live/events')
  expect([refused.status, refused.body.code]).toEqual([429, 'rateLimited'])
  for (const stream of streams) stream.leave()
  await expect.poll(() => bench.live.listeners).toBe(0)
  const after = await listen('viewer')
  expect((await after.next())?.kind).toBe('hello')
  after.leave()
})
