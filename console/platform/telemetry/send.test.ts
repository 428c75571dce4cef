import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendBatch } from './send.ts'

const payload = { urlString: 'http://localhost:3000/api/telemetry/v2/track', data: '{}' }
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an intake', () => {
  it('an intake that refuses is not asked again, one that is busy is', async () => {
    for (const [status, tries] of [
      [400, 1],
      [413, 1],
      [429, 3],
      [503, 3],
      [204, 1],
    ] as const) {
      const answer = vi.fn(() => Promise.resolve(new Response(null, { status })))
      vi.stubGlobal('fetch', answer)
      expect([status, await sendBatch(payload, { wait: () => Promise.resolve() })]).toEqual([status, status === 204])
      expect([status, answer.mock.calls.length]).toEqual([status, tries])
    }
  })
})
