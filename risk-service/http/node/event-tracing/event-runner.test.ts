import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTracingBench, webhook } from '../../../features/event-tracing/testing/tracing-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { createEventRunner, type EventRunner } from './event-runner.ts'

let tracing: Awaited<ReturnType<typeof openTracingBench>>
let runner: EventRunner
const bodies: string[] = []
const receiver = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    bodies.push(text)
    response.writeHead(204).end()
  })
})

beforeAll(async () => {
  tracing = await openTracingBench()
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  runner = createEventRunner(
    {
      target: tracing.bench.store.target,
      reachable: { privateHosts: ['127.0.0.1'] },
      secretKey: 'a key of an installation for tests',
      directories: [],
      plugins: [],
    },
    { live: tracing.bench.live, log: silentLog },
  )
})
afterAll(async () => {
  await runner.stop()
  receiver.close()
  await tracing.bench.close()
})

it('a thread delivers what stands in the outbox', async () => {
  const { port } = receiver.address() as AddressInfo
  const { status } = await tracing.create({ sink: webhook(`http://127.0.0.1:${port}/orders`) })
  expect(status).toBeLessThan(300)
  await tracing.bench.send({ id: `P-${bodies.length}`, amount: 1 })
  expect(await runner.run()).toBe(false)
  await expect.poll(() => bodies.length).toBeGreaterThan(0)
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject([{ name: 'FraudProtection.Assessment.Purchase' }])
})

it('a run that fails says so, and a later one works', async () => {
  const { schema } = tracing.db
  await schema.alterTable('event_outbox').renameTo('event_outbox_away').execute()
  await expect(runner.run()).rejects.toThrow('Events could not be delivered.')
  await schema.alterTable('event_outbox_away').renameTo('event_outbox').execute()
  expect(await runner.run()).toBe(false)
})

it('the end gives subscriptions back, so that another process delivers them at once', async () => {
  await tracing.bench.send({ id: `P-${bodies.length}`, amount: 1 })
  await runner.run()
  await runner.stop()
  const leases = await tracing.db.selectFrom('event_subscription').select('lease_owner').execute()
  expect(leases).toEqual([{ lease_owner: null }])
})
