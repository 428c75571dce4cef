import { describe, expect, it } from 'vitest'
import { entityVelocities, shownWindows } from './entity-velocities.ts'

const request = {
  user: { userId: 'u1', email: 'a@mail.example' },
  deviceContext: { ipAddress: '203.0.113.7', deviceContextId: 'session' },
  paymentInstrumentList: [{ merchantPaymentInstrumentId: 'card-1' }, { merchantPaymentInstrumentId: 'card-2' }],
}

describe('the default velocities of an event', () => {
  it('the default velocities of an event are those of what it involves, under the keys that they are counted under', () => {
    expect(entityVelocities({ request, enrichment: {} }).map(({ entity, key }) => [entity, key])).toEqual([
      ['email', 'a@mail.example'],
      ['payment', 'card-1'],
      ['ip', '203.0.113.7'],
      ['device', 'session'],
    ])
    const device = (enrichment: Record<string, unknown>) =>
      entityVelocities({ request, enrichment }).find(({ entity }) => entity === 'device')?.key
    expect(device({ deviceAttributes: { deviceId: 'dv-1' } })).toBe('dv-1')
  })
  it('the default velocities of an event leave out what was not sent', () => {
    expect(entityVelocities({ request: { user: { email: '' } }, enrichment: {} })).toEqual([])
  })
  it('the default velocities of an event are read in one call', () => {
    expect(
      entityVelocities({ request, enrichment: {} }).reduce(
        (sum, { rows }) => sum + rows.length * shownWindows.length,
        0,
      ),
    ).toBeLessThanOrEqual(200)
  })
})
