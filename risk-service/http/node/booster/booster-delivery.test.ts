import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingAnswer, OutgoingRequest } from '../../../ports/index.ts'
import { createOutgoingHttp } from '../outgoing-http.ts'
import { createBoosterDelivery } from './booster-delivery.ts'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const dispatch = {
  environmentId: '20000000-0000-4000-8000-000000000001',
  id: '30000000-0000-4000-8000-000000000001',
  attempt: 1,
  body: new TextEncoder().encode('{"cardNumber":"4417"}'),
  at: new Date('2026-11-20T10:00:00.000Z'),
}
const bank = { name: 'North Bank', bins: ['400012'], networks: [], url: 'https://bank.example/assay', secret }
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'booster-'))
})
afterEach(() => rm(directory, { recursive: true }))

describe('participants of the acceptance booster', () => {
  it('get a message by webhook, signed', async () => {
    const requests: OutgoingRequest[] = []
    const send = (request: OutgoingRequest): Promise<OutgoingAnswer> => {
      requests.push(request)
      return Promise.resolve({ kind: 'answer', status: 204, text: '' })
    }
    expect(await createBoosterDelivery([bank], { send }).send('North Bank', dispatch)).toBeNull()
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: bank.url,
        body: dispatch.body,
        headers: {
          'x-dfp-delivery': dispatch.id,
          'x-dfp-event': 'FraudProtection.AcceptanceBooster',
          'x-dfp-attempt': '1',
          'x-dfp-timestamp': '1795168800',
          'x-dfp-signature': expect.stringMatching(/^v1=[\da-f]{64}$/),
        },
      },
    ])
  })

  it.each([
    [500, { failure: 'status', isFinal: false }],
    [422, { failure: 'status', isFinal: true }],
    [302, { failure: 'redirect', isFinal: false }],
  ])('refuse a message with status %i', async (status, expected) => {
    const send = (): Promise<OutgoingAnswer> => Promise.resolve({ kind: 'answer', status, text: '' })
    expect(await createBoosterDelivery([bank], { send }).send('North Bank', dispatch)).toEqual(expected)
  })

  it('are never called at a private address that the operator does not allow', async () => {
    const http = createOutgoingHttp()
    const inside = { ...bank, url: 'https://127.0.0.1:1/assay' }
    expect(await createBoosterDelivery([inside], http).send('North Bank', dispatch)).toMatchObject({
      failure: 'refused',
    })
    http.close()
  })

  it('get a message as a file of their directory', async () => {
    const filed = { name: 'Filed', bins: [], networks: ['Visa'], directory }
    const delivery = createBoosterDelivery([filed], createOutgoingHttp())
    expect(await delivery.send('Filed', dispatch)).toBeNull()
    const folder = path.join(directory, dispatch.environmentId, 'acceptance-booster/2026-11-20')
    expect(await readdir(folder)).toEqual([`${dispatch.id}.json`])
    expect(await readFile(path.join(folder, `${dispatch.id}.json`), 'utf8')).toBe('{"cardNumber":"4417"}')
    await rm(directory, { recursive: true })
    const gone = createBoosterDelivery([filed], createOutgoingHttp())
    expect(await gone.send('Filed', dispatch)).toEqual({ failure: 'missing', isFinal: false })
    directory = await mkdtemp(path.join(tmpdir(), 'booster-'))
  })

  it('are unknown once the installation no longer names them', async () => {
    const send = (): Promise<OutgoingAnswer> => Promise.reject(new Error('not called'))
    expect(await createBoosterDelivery([], { send }).send('North Bank', dispatch)).toEqual({
      failure: 'unknown',
      isFinal: true,
    })
  })
})
