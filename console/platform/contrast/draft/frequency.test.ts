import { expect, it } from 'vitest'
import { countedEntities, frequencyCondition } from './frequency.ts'

const value = (attribute: string, path: string | null) => ({
  attribute,
  rule: path === null ? null : { path, type: 'string' as const, scale: 1 },
})

it('entities are those that the velocities of every environment count, each once', () => {
  const device = value('deviceId', 'deviceContext.externalDeviceId')
  const values = [
    device,
    device,
    value('paymentInstrumentList.merchantPaymentInstrumentId', 'paymentInstrumentList.merchantPaymentInstrumentId'),
    value('bin', 'paymentInstrumentList.bin'),
    value('emailDomain', 'user.email'),
    value('ipNetwork', 'deviceContext.ipAddress'),
    value('email', null),
  ]
  expect(countedEntities(values)).toEqual([
    { entity: 'device', path: 'deviceContext.externalDeviceId' },
    { entity: 'payment', path: 'paymentInstrumentList[0].merchantPaymentInstrumentId' },
  ])
})

it('the condition names the velocity of attempts, its key and its window', () => {
  expect(
    frequencyCondition({ entity: 'payment', path: 'paymentInstrumentList[0].merchantPaymentInstrumentId' }, '1d', 5),
  ).toBe('Velocity.paymentAttempts(@"paymentInstrumentList[0].merchantPaymentInstrumentId", 1d) >= 5')
})
