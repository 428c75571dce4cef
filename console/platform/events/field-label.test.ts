import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { fieldLabel, sectionLabel } from './field-label.ts'

const intlOf = (language: string) =>
  createIntl({
    locale: language,
    messages: JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, `../../../locales/${language}.json`), 'utf8'),
    ) as Record<string, string>,
    onError: error => {
      throw error
    },
  })

it.each([
  ['en-US', 'totalAmount', 'Total amount'],
  ['en-US', 'shippingAddress.country', 'Country (Shipping address)'],
  ['en-US', 'paymentInstrumentList.billingAddress.zipCode', 'Postal code (Billing address)'],
  ['de-DE', 'paymentInstruments.billingAddress.countryRegion', 'Land (Rechnungsadresse)'],
  ['en-US', 'purchase.request.user.email', 'Email (User)'],
  ['en-US', 'purchase.response.riskScore', 'Risk score'],
  // The address of an account event has the name of its part.
  ['en-US', 'email.emailValue', 'Email'],
  // Without a word of ours, the request's name is the label; it is never made up.
  ['de-DE', 'deviceContext.httpSignature', 'httpSignature (deviceContext)'],
  ['de-DE', 'midName', 'midName'],
  ['de-DE', 'travelOverview.lodgingDetails.facility.city', 'Ort (facility)'],
])('in %s, %s is labelled %s', (language, field, label) =>
  expect(fieldLabel(intlOf(language), field, 'As the schema describes it')).toBe(label),
)

it('a field that the customer made is called what the customer calls it', () => {
  expect(fieldLabel(intlOf('de-DE'), 'custom.openOrders', 'Offene Bestellungen des Ladens')).toBe(
    'Offene Bestellungen des Ladens',
  )
  expect(fieldLabel(intlOf('de-DE'), 'custom.openOrders')).toBe('openOrders (custom)')
})

it('a part of an event has its translation, and one that the merchant made the words of its name', () => {
  const intl = intlOf('de-DE')
  expect(
    ['shippingAddress', 'recentUpdate', 'giftCardNote', 'loyalty_tier'].map(name => sectionLabel(intl, name)),
  ).toEqual(['Lieferadresse', 'Letzte Änderungen', 'Gift Card Note', 'Loyalty Tier'])
})
