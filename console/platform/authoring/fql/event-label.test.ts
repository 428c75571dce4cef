import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { eventLabel } from './event-label.ts'

const intl = createIntl({
  locale: 'de-DE',
  messages: JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../../locales/de-DE.json'), 'utf8'),
  ) as Record<string, string>,
  onError: error => {
    throw error
  },
})

it('events of the product are named in the language of the reader, those of a customer as the customer does', () => {
  const named = (name: string, label: string) => eventLabel(intl, { name, label })
  expect([
    named('Purchase', 'Purchase'),
    named('AccountLogin', 'Account login'),
    named('BankEvent', 'Bank event'),
  ]).toEqual(['Kauf', 'Kontoanmeldung', 'Bankereignis'])
  expect([
    named('SellerPayout', 'Seller payout'),
    named('SellerPayout:Bank', 'Seller payout: Bank'),
    named('constructor', 'constructor'),
  ]).toEqual(['Seller payout', 'Seller payout: Bank', 'constructor'])
})
