import { describe, expect, it } from 'vitest'
import { findEntity } from '../entities/entities.ts'
import { guessMapping } from './guess-mapping.ts'
import { measureGuess } from './testing/guess-rate.ts'
import { laterSynonyms, synonyms } from './testing/renamed-columns.ts'
import { measureHeaders, vendorHeaders } from './testing/vendor-headers.ts'
import { tokensOf } from './tokens.ts'

const guess = (entityName: string, table: Readonly<Record<string, readonly string[]>>) => {
  const entity = findEntity(entityName)
  if (!entity) throw new Error(entityName)
  const columns = Object.keys(table)
  const rows = Array.from({ length: Math.max(...Object.values(table).map(cells => cells.length)) }, (_, row) =>
    columns.map(column => table[column]?.[row] ?? ''),
  )
  return guessMapping(entity, columns, rows)
}

describe('the words of a name', () => {
  it.each([
    ['custIPAddr', ['user', 'ip', 'address']],
    ['KUNDEN-IP', ['user', 'ip']],
    ['useremail', ['user', 'email']],
    ['e-mail', ['email']],
    ['zip_code', ['zip']],
    ['sign up date', ['signup', 'date']],
    ['last4', ['last', '4']],
    ['Bestellnummer', ['purchase', 'number']],
    ['Währung', ['currency']],
    ['TRANSACTIONNUMBER', ['purchase', 'number']],
    ['fname', ['first', 'name']],
    ['ship_ln', ['shipping', 'last', 'name']],
    ['valid_to', ['expiry', 'date']],
    ['total (inc. tax)', ['amount']],
    ['last_changed', ['date', 'updated']],
    ['frobnicator', ['frobnicator']],
    ['', []],
  ])('%s', (name, tokens) => {
    expect(tokensOf(name)).toEqual(tokens)
  })
})

describe('a guess', () => {
  it('maps equal names whatever their case, blanks, _ and - are', () => {
    expect(guess('Purchases', { 'PURCHASE-ID': ['x'], 'user id': ['y'], Total_Amount: ['z'] })).toEqual({
      PurchaseId: 'PURCHASE-ID',
      UserId: 'user id',
      TotalAmount: 'Total_Amount',
    })
  })
  it('gives an attribute one column, the one with the better name or values', () => {
    expect(guess('Purchases', { email: ['none', 'none'], customer_email: ['a@b.example', 'c@d.example'] })).toEqual({
      UserEmail: 'customer_email',
    })
    expect(guess('Purchases', { billing_city: ['Rome'], shipping_city: ['Oslo'] })).toEqual({ City: 'shipping_city' })
  })
  it('maps no column whose values are full card numbers', () => {
    expect(guess('PaymentInstruments', { card_number: ['4111111111111111', '4012888888881881'] })).toEqual({})
  })
  it('maps columns without a name by their values', () => {
    const found = guess('Purchases', {
      Column1: ['a@b.example', 'c@d.example'],
      Column2: ['203.0.113.9', '203.0.113.8'],
      Column3: ['EUR', 'USD'],
      Column4: ['1', '2'],
    })
    expect(found).toEqual({ UserEmail: 'Column1', IPAddress: 'Column2', Currency: 'Column3' })
  })
  it('gives the only date without a name to the date that is required', () => {
    expect(guess('Purchases', { Column1: ['2026-02-01T10:00:00Z'], Column2: ['x'] })).toEqual({
      MerchantLocalDate: 'Column1',
    })
    const found = guess('Purchases', { MerchantLocalDate: ['2026-02-01T10:00:00Z'], Column2: ['2026-02-01T10:00:00Z'] })
    expect(found).toEqual({ MerchantLocalDate: 'MerchantLocalDate', CustomerLocalDate: 'Column2' })
  })
  it('maps the files of other entities', () => {
    const date = ['2025-01-01T00:00:00Z']
    expect(
      guess('Chargebacks', {
        txn_id: ['t1'],
        dispute_no: ['d1'],
        disputed_at: date,
        customer: ['c1'],
        state: ['Disputed'],
      }),
    ).toEqual({
      PurchaseId: 'txn_id',
      ChargebackId: 'dispute_no',
      BankEventTimestamp: 'disputed_at',
      UserId: 'customer',
      Status: 'state',
    })
    expect(guess('Labels', { txn_id: ['t1'], is_fraud: ['1'], reported_at: date })).toEqual({
      LabelObjectId: 'txn_id',
      LabelState: 'is_fraud',
      EventTimeStamp: 'reported_at',
    })
    expect(
      guess('Transactions', {
        trans_no: ['t1'],
        store_no: ['s1'],
        cashier: ['c1'],
        register: ['k1'],
        net_sales: ['9.5'],
      }),
    ).toEqual({
      TRANSACTIONNUMBER: 'trans_no',
      OPERATINGUNITNUMBER: 'store_no',
      STAFF: 'cashier',
      TERMINAL: 'register',
      NETAMOUNT: 'net_sales',
    })
  })
  it('maps nothing of a file about something else', () => {
    expect(guess('Purchases', { temperature: ['12.5'], humidity: ['0.4'], station: ['north'] })).toEqual({})
  })
  it.each([
    ['the names that it was made with', synonyms],
    ['names that it was mended with', laterSynonyms],
  ])('is right for 95 of 100 columns with %s', (_what, names) => {
    const { columns, right, wrong } = measureGuess(names)
    expect(right / columns, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  })
  it.each(Object.entries(vendorHeaders))('is right for 95 of 100 columns of the %s list of exports', (_name, list) => {
    const { columns, right, wrong } = measureHeaders(list)
    expect(columns).toBeGreaterThan(180)
    expect(right / columns, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  })
  it('gives the only date to the date that is required, whatever it is called', () => {
    const paid = ['2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z']
    expect(guess('Purchases', { paid_at: paid })).toEqual({ MerchantLocalDate: 'paid_at' })
    expect(guess('Purchases', { paid_at: paid, created_at: paid })).toEqual({
      PaymentCollectionDate: 'paid_at',
      MerchantLocalDate: 'created_at',
    })
  })
  it('tells the lines of an address from a last name', () => {
    expect(guess('Purchases', { ship_ln2: ['Apt 4'], ship_ln: ['Weber'], ship_fn: ['Eva'] })).toEqual({
      Street2: 'ship_ln2',
      ShippingLastName: 'ship_ln',
      ShippingFirstName: 'ship_fn',
    })
  })
})
