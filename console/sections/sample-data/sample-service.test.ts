import { describe, expect, it } from 'vitest'
import { type SampleService, startSampleService } from './sample-service.ts'
import type { MessageFromWorker, MessageToWorker } from './worker-protocol.ts'

/** The other end of the line, which the test speaks for. */
class Line extends EventTarget {
  readonly said: MessageToWorker[] = []
  ended = false
  postMessage(message: MessageToWorker) {
    this.said.push(message)
  }
  terminate() {
    this.ended = true
  }
  say(data: MessageFromWorker) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}
const build = { build: '20260101.1', revision: 'r' }
const text = (value: string) => new TextEncoder().encode(value)

async function open(
  controller = new AbortController(),
): Promise<{ line: Line; service: SampleService; shares: number[] }> {
  const line = new Line()
  const shares: number[] = []
  const starting = startSampleService({
    version: '1.0.0',
    build,
    tab: 't',
    onProgress: share => shares.push(share),
    signal: controller.signal,
    worker: () => line as unknown as Worker,
  })
  line.say({ kind: 'progress', share: 0.5 })
  line.say({ kind: 'ready', tenants: [] })
  return { line, service: await starting, shares }
}
const last = (line: Line) => line.said.at(-1) as Extract<MessageToWorker, { id: number }>
const settled = () => new Promise(resolve => setTimeout(resolve, 0))

describe('the line to the service in the worker', () => {
  it('the line to the service in the worker starts it, tells how far it is, and says what cannot start', async () => {
    const { line, shares } = await open()
    expect(line.said[0]).toEqual({ kind: 'start', version: '1.0.0', build, tab: 't' })
    expect(shares).toEqual([0.5])
    const other = new Line()
    const failing = startSampleService({
      version: '1',
      build,
      tab: 't',
      onProgress: () => undefined,
      signal: new AbortController().signal,
      worker: () => other as unknown as Worker,
    })
    other.say({ kind: 'failed', reason: 'no memory' })
    await expect(failing).rejects.toThrow('no memory')
    expect(other.ended).toBe(true)
  })
  it('the line to the service in the worker carries a call there and its answer back, piece by piece', async () => {
    const { line, service } = await open()
    const answering = service.fetch(
      new Request('https://page.example/api/x', { method: 'POST', body: 'ask', headers: { a: 'b' } }),
    )
    await settled()
    const sent = line.said.at(-1) as Extract<MessageToWorker, { kind: 'request' }>
    expect(sent.request).toMatchObject({ url: 'https://page.example/api/x', method: 'POST' })
    expect(sent.request.headers).toContainEqual(['a', 'b'])
    expect(new TextDecoder().decode(sent.request.body ?? undefined)).toBe('ask')
    line.say({ kind: 'head', id: sent.id, status: 200, headers: [['x', 'y']], hasBody: true })
    const answer = await answering
    expect([answer.status, answer.headers.get('x')]).toEqual([200, 'y'])
    const reading = answer.text()
    line.say({ kind: 'chunk', id: sent.id, chunk: text('one ') })
    line.say({ kind: 'chunk', id: sent.id, chunk: text('two') })
    line.say({ kind: 'end', id: sent.id })
    expect(await reading).toBe('one two')
  })
  it('the line to the service in the worker lets go of a call that nobody waits for, before and while it is answered', async () => {
    const { line, service } = await open()
    const controller = new AbortController()
    const call = () => service.fetch(new Request('https://page.example/api/live', { signal: controller.signal }))
    const answering = call()
    await settled()
    const { id } = last(line)
    line.say({ kind: 'head', id, status: 200, headers: [], hasBody: true })
    const reading = (await answering).text()
    controller.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(last(line)).toEqual({ kind: 'abort', id })
    await expect(call()).rejects.toMatchObject({ name: 'AbortError' })
  })
  it('a call that broke off fails as one over a broken network', async () => {
    const { line, service } = await open()
    const answering = service.fetch(new Request('https://page.example/api/x'))
    await settled()
    line.say({ kind: 'broken', id: last(line).id })
    await expect(answering).rejects.toThrow(TypeError)
  })
  it('a worker that ends on its own breaks what waits for it and what comes later, and nothing waits for ever', async () => {
    const { line, service } = await open()
    const answering = service.fetch(new Request('https://page.example/api/x'))
    await settled()
    const begun = service.fetch(new Request('https://page.example/api/live'))
    await settled()
    line.say({ kind: 'head', id: last(line).id, status: 200, headers: [], hasBody: true })
    const reading = (await begun).text()
    const asking = service.execute('saveSnapshot', null)
    line.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
    const outcomes = await Promise.allSettled([
      answering,
      reading,
      asking,
      service.fetch(new Request('https://page.example/api/y')),
      service.execute('saveSnapshot', null),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(line.ended).toBe(true)
  })
  it('the line to the service in the worker gives answers without a body, and answers to questions', async () => {
    const { line, service } = await open()
    const answering = service.fetch(new Request('https://page.example/api/x'))
    await settled()
    line.say({ kind: 'head', id: last(line).id, status: 204, headers: [], hasBody: false })
    line.say({ kind: 'end', id: last(line).id })
    expect((await answering).body).toBeNull()
    const token = service.execute('token', { tenantId: 't', accountId: 'a' })
    expect(last(line)).toMatchObject({ kind: 'command', command: 'token', input: { tenantId: 't', accountId: 'a' } })
    line.say({ kind: 'answer', id: last(line).id, value: 'x.y.z' })
    expect(await token).toBe('x.y.z')
  })
  it('the line to the service in the worker ends with its signal', async () => {
    const controller = new AbortController()
    const { line } = await open(controller)
    controller.abort()
    expect(line.ended).toBe(true)
  })
})
