import { expect, it } from 'vitest'
import { holderKey, paymentHoldersOf } from './payment-holders.ts'

it('a name is the same without accents, in capitals and in another order', () => {
  expect(holderKey('Zoë  van den Berg')).toBe(holderKey('BERG, ZOE VAN DEN'))
  expect(holderKey('Анна Иванова')).toBe(holderKey('ИВАНОВА АННА'))
  expect(holderKey('Ana Silva')).not.toBe(holderKey('Ana Silveira'))
  expect(holderKey(' – ')).toBe('')
})

it('holders are those of the instruments of purchases, accounts and assessments, each once', () => {
  const instruments = [{ holderName: 'Ana Silva' }, { holderName: 'SILVA ANA' }, { holderName: '' }, { holderName: 7 }]
  expect(paymentHoldersOf({ paymentInstrumentList: instruments })).toEqual(['ana silva'])
  expect(paymentHoldersOf({ paymentInstruments: [{ holderName: 'Ben' }] })).toEqual(['ben'])
  expect(paymentHoldersOf({ user: { paymentInstrument: { holderName: 'Ben' } } })).toEqual(['ben'])
  expect(paymentHoldersOf({ card: { holderName: 'M TANEV' } })).toEqual(['m tanev'])
  expect(paymentHoldersOf({ paymentInstrumentList: 'none', user: null })).toEqual([])
})
