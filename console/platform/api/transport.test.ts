import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockDifference } from '../offline/connection.ts'
import { isAmbiguous } from './api-error.ts'
import { keyFor, release } from './idempotency-keys.ts'
import {
  ConnectionError,
  maxRetryAfter,
  RequestTimeoutError,
  repeatLimitedRead,
  requestTimeout,
  retryAfterOf,
  send,
} from './transport.ts'

const request = (signal?: AbortSignal) =>
  new Request('https://c.example/rpc', { method: 'POST', body: '{}', ...(signal ? { signal } : {}) })
const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })
let calls: Request[]
let next: (() => Promise<Response>)[]

beforeEach(() => {
  calls = []
  next = []
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (input: Request, init: RequestInit) => {
    if (!(input instanceof Request)) return Promise.reject(new TypeError('offline'))
    calls.push(input)
    const work = next.shift() ?? (() => Promise.resolve(answer(200)))
    return Promise.race([
      work(),
      new Promise<never>((_resolve, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      ),
    ])
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a call', () => {
  it('a call is given up after 30 seconds', async () => {
    next = [() => new Promise(() => undefined)]
    const call = expect(send(request(), {})).rejects.toBeInstanceOf(RequestTimeoutError)
    await vi.advanceTimersByTimeAsync(requestTimeout)
    await call
    expect(requestTimeout).toBe(30_000)
  })
  it('a call ends when the page is left', async () => {
    const page = new AbortController()
    next = [() => new Promise(() => undefined)]
    const call = expect(send(request(page.signal), {})).rejects.toThrow('left')
    page.abort(new Error('left'))
    await call
  })
  it('a call that finds nobody says so', async () => {
    next = [() => Promise.reject(new TypeError('Failed to fetch'))]
    await expect(send(request(), {})).rejects.toBeInstanceOf(ConnectionError)
  })
  it('a call that comes too soon waits as told and is repeated once, when it only reads', async () => {
    const limited = { status: 429, headers: { 'retry-after': '3' } }
    const answers = [limited, { status: 200, headers: {} }]
    const send = vi.fn(() => Promise.resolve(answers.shift() ?? limited))
    const call = repeatLimitedRead(send, { isRead: true, signal: undefined })
    await vi.advanceTimersByTimeAsync(2900)
    expect(send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect((await call).status).toBe(200)
    expect(send).toHaveBeenCalledTimes(2)
    const second = repeatLimitedRead(send, { isRead: true, signal: undefined })
    await vi.advanceTimersByTimeAsync(5000)
    expect((await second).status).toBe(429)
    expect(send).toHaveBeenCalledTimes(4)
  })
  it('a call that waits for its repetition ends when the page is left', async () => {
    const page = new AbortController()
    const send = vi.fn(() => Promise.resolve({ status: 429, headers: { 'retry-after': '30' } }))
    const call = expect(repeatLimitedRead(send, { isRead: true, signal: page.signal })).rejects.toThrow('left')
    await vi.advanceTimersByTimeAsync(100)
    page.abort(new Error('left'))
    await call
    expect(send).toHaveBeenCalledTimes(1)
  })
  it('a call that changes something is never repeated by itself', async () => {
    const send = vi.fn(() => Promise.resolve({ status: 429, headers: { 'retry-after': '0' } }))
    expect((await repeatLimitedRead(send, { isRead: false, signal: undefined })).status).toBe(429)
    expect(send).toHaveBeenCalledTimes(1)
  })
  it.each([
    ['3', 3000],
    [null, 1000],
    ['0', 0],
    ['9999', maxRetryAfter],
    ['soon', 1000],
    ['Thu, 01 Jan 1970 00:00:20 GMT', 10_000],
    ['-5', 0],
  ])('Retry-After %j waits %d ms', (header, wait) => {
    expect(retryAfterOf(header, 10_000)).toBe(wait)
  })
})

describe('the key of a change', () => {
  it('the key of a change stays while nobody knows whether it happened, and only for the same change', () => {
    const first = keyFor(['rules', 'publish'], { id: 1 })
    release(first, 'lost')
    expect(keyFor(['rules', 'publish'], { id: 1 }).key).toBe(first.key)
    expect(keyFor(['rules', 'publish'], { id: 2 }).key).not.toBe(first.key)
    expect(keyFor(['rules', 'remove'], { id: 1 }).key).not.toBe(first.key)
    release(first, 'answered')
    expect(keyFor(['rules', 'publish'], { id: 1 }).key).not.toBe(first.key)
  })
  it('the key of a change is kept after failures that say nothing about it', () => {
    for (const error of [
      new RequestTimeoutError(),
      new ConnectionError(null),
      new ORPCError('X', { status: 502 }),
      new ORPCError('X', { status: 503 }),
    ])
      expect(isAmbiguous(error)).toBe(true)
    for (const status of [400, 401 + 2, 404, 409, 422]) expect(isAmbiguous(new ORPCError('X', { status }))).toBe(false)
  })
})

describe('clocks', () => {
  const service = 'Sat, 21 Nov 2026 12:00:00 GMT'
  it.each([
    [0, 0],
    [4, 0],
    [-4, 0],
    [6, 6],
    [-60, -60],
    [1440, 1440],
  ])('%d minutes apart count as %d', (minutes, expected) => {
    expect(clockDifference(Date.parse(service) + minutes * 60_000, service)).toBe(expected)
  })
  it('an answer without a time says nothing', () => expect(clockDifference(Date.now(), null)).toBe(0))
})
