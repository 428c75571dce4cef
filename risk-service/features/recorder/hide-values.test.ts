import { expect, it } from 'vitest'
import { maskData } from '../../kernel/personal-data/mask-data.ts'
import { noMasking } from '../../kernel/personal-data/masking.ts'
import { createHider, rewriteTexts } from './hide-values.ts'

const event = {
  user: { email: 'kayla@contoso.com', userId: 'U-1' },
  paymentInstrumentList: [{ bin: '411122', lastFourDigits: '2208' }],
  customData: { dateOfBirth: '1987-05-23' },
}
const masking = {
  kinds: new Set(['email', 'instrument', 'birthDate'] as const),
  apply: <Data>(data: Data) => maskData(data, kind => kind !== 'ip', []),
}

it('hides values of the event in keys that no field names, also those that are hidden as a whole', () => {
  const hide = createHider(event, masking, 'event')
  expect(hide('Kayla@contoso.com|1d')).not.toMatch(/kayla/i)
  expect(hide('411122')).toBe('***')
  expect(hide('1987-05-23 U-1')).toBe('*** U-1')
  expect(rewriteTexts({ 'bins|411122': [{ row: ['411122', 5] }] }, hide)).toEqual({ 'bins|***': [{ row: ['***', 5] }] })
})

it('leaves texts alone for callers who see every value', () => {
  expect(createHider(event, noMasking, 'event')('411122')).toBe('411122')
})
