import { expect, it } from 'vitest'
import type { Json } from '../../../engine/lib/json.ts'
import type { RecordedEvent } from '../run/past-events.ts'
import { createFieldRemoval } from './remove-field.ts'

/** Takes a field from an event with these parts, and returns what is left of them. */
function remove(path: string, deviceContext: Json, deviceAttributes: Json): Json {
  const enrichment = { ipCountry: 'DE', deviceAttributes: { ...deviceAttributes, deviceCountryCode: 'DE' } }
  const event = { request: { deviceContext }, enrichment } as unknown as RecordedEvent
  const left = createFieldRemoval(path)(event)
  return { deviceContext: left.request.deviceContext, ...left.enrichment }
}

it.each([
  ['the only address', { ipAddress: '192.0.2.1' }, { trueIp: '192.0.2.1' }, {}],
  [
    'the sent address, with another one of the device',
    { ipAddress: '192.0.2.1' },
    { trueIp: '198.51.100.7' },
    { trueIp: '198.51.100.7' },
  ],
  [
    'the sent address, with a second one sent',
    { ipAddress: '192.0.2.1', trueIp: '198.51.100.7' },
    { trueIp: '198.51.100.7' },
    { trueIp: '198.51.100.7' },
  ],
])('without %s, its country is gone with it', (_, deviceContext, attributes, left) => {
  const { deviceAttributes, ipCountry } = remove('deviceContext.ipAddress', deviceContext, attributes)
  expect({ deviceAttributes, ipCountry }).toEqual({ deviceAttributes: left, ipCountry: undefined })
})
it('the address of the device stays while the request has it, and so does the country of an unchanged address', () => {
  const both = { ipAddress: '192.0.2.1', trueIp: '192.0.2.1' }
  const attributes = { trueIp: '192.0.2.1' }
  const unchanged = { ipCountry: 'DE', deviceAttributes: { ...attributes, deviceCountryCode: 'DE' } }
  expect(remove('deviceContext.ipAddress', both, attributes)).toEqual({
    deviceContext: { trueIp: '192.0.2.1' },
    ...unchanged,
  })
  expect(remove('deviceContext.trueIp', both, attributes)).toEqual({
    deviceContext: { ipAddress: '192.0.2.1' },
    ipCountry: 'DE',
    deviceAttributes: { deviceCountryCode: 'DE' },
  })
})
it('the address that the device alone has is gone with its country', () => {
  expect(remove('deviceAttributes.trueIp', {}, { trueIp: '192.0.2.1' })).toEqual({
    deviceContext: {},
    deviceAttributes: {},
  })
})
