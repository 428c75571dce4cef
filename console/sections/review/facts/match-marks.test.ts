import type { EventDetail } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { matchMarks } from './match-marks.ts'

const marksOf = (row: object, view: object) =>
  Object.fromEntries(
    matchMarks({ row, view } as unknown as Pick<EventDetail, 'row' | 'view'>).map(({ id, matches }) => [id, matches]),
  )
const countries = (ipCountry: string | null, billingCountry: string | null, shippingCountry: string | null) => ({
  ipCountry,
  billingCountry,
  shippingCountry,
})
const names = (account: string, holder: string, recipient: string) => {
  const person = (name: string) => ({ firstName: name.split(' ')[0], lastName: name.split(' ').slice(1).join(' ') })
  return {
    user: person(account),
    paymentInstrumentList: [{ holderName: holder }],
    shippingAddress: person(recipient),
  }
}

it('countries are compared in pairs', () => {
  expect(marksOf(countries('DE', 'DE', 'NL'), {})).toEqual({
    ipShipping: false,
    ipBilling: true,
    shippingBilling: false,
  })
})

it('names are compared in pairs, whatever their case, accents and spaces', () => {
  expect(marksOf(countries(null, null, null), names('José  Díaz', 'JOSE DIAZ', 'Ana Ruiz'))).toEqual({
    accountHolder: true,
    accountShipping: false,
    holderShipping: false,
  })
})

it('several instruments agree when each of them does', () => {
  const instruments = (...cards: [holderName: string, country: string][]) => ({
    user: { firstName: 'José', lastName: 'Díaz' },
    paymentInstrumentList: cards.map(([holderName, country]) => ({ holderName, billingAddress: { country } })),
  })
  const row = countries('DE', 'DE', 'DE')
  expect(marksOf(row, instruments(['DIAZ/JOSE', 'DE'], ['Díaz, José', 'DE']))).toMatchObject({
    ipBilling: true,
    shippingBilling: true,
    accountHolder: true,
  })
  expect(marksOf(row, instruments(['Jose Diaz', 'DE'], ['Ana Ruiz', 'NG']))).toMatchObject({
    ipBilling: false,
    shippingBilling: false,
    accountHolder: false,
    ipShipping: true,
  })
  expect(marksOf(countries(null, null, null), names('Anna Strauß', 'STRAUSS ANNA', ''))).toEqual({
    accountHolder: true,
  })
})

it('what is missing or masked has no mark', () => {
  expect(marksOf(countries('DE', null, null), {})).toEqual({})
  expect(marksOf(countries('DE', null, 'DE'), names('', 'J*** D***', 'Ana Ruiz'))).toEqual({ ipShipping: true })
})
