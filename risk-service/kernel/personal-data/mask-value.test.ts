import { expect, it } from 'vitest'
import { type PersonalDataKind, personalFieldOf } from '../../contract/common/personal-data.ts'
import { maskData } from './mask-data.ts'
import { maskValue } from './mask-value.ts'

it.each<[PersonalDataKind, string, string]>([
  ['email', 'kayla@contoso.com', 'k***@contoso.com'],
  ['email', '@contoso.com', '***@contoso.com'],
  ['email', 'no address', 'n***'],
  ['email', '😀a@b.example', '😀***@b.example'],
  ['phone', '+45 20 10 30 47', '***47'],
  ['phone', '112', '***'],
  ['name', 'Kayla  de Mercer', 'K. D. M.'],
  ['name', 'أحمد', 'أ.'],
  ['street', 'Strandvejen 118', '***'],
  ['ip', '203.0.113.77', '203.0.113.***'],
  ['ip', '::ffff:203.0.113.77', '203.0.113.***'],
  ['ip', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:***'],
  ['ip', '2001:db8::1', '2001:db8:0:0:***'],
  ['ip', '::1', '0:0:0:0:***'],
  ['ip', 'no address', '***'],
  ['instrument', 'PI-9f83a2c7d1', '***c7d1'],
  ['instrument', '4111', '***'],
  ['birthDate', '1987-05-23', '***'],
  ['email', ' ', ' '],
])('a masked %s of "%s" is "%s"', (kind, value, shown) => {
  expect(maskValue(kind, value)).toBe(shown)
})

it.each([
  ['user.email', 'email'],
  ['payment.contactEmail', 'email'],
  ['email_address', 'email'],
  ['shippingAddress.phoneNumber', 'phone'],
  ['user_name', 'name'],
  ['paymentInstrumentList.holderName', 'name'],
  ['billingAddress.street2', 'street'],
  ['deviceContext.ipAddress', 'ip'],
  ['currentIpAddress', 'ip'],
  ['localIpv6', 'ip'],
  ['merchantPaymentInstrumentId', 'instrument'],
  ['paymentInstrumentId', 'instrument'],
  ['customData.dateOfBirth', 'birthDate'],
  ['emailDomain', null],
  ['isEmailValidated', null],
  ['phoneNumberValidatedDate', null],
  ['zip', null],
  ['ipCountry', null],
  ['shippingMethod', null],
  ['productName', null],
  ['lastFourDigits', null],
  ['city', null],
])('the field %s has the kind %s', (path, kind) => {
  expect(personalFieldOf(path)?.kind ?? null).toBe(kind)
})

it.each([
  ['Email', 'kim@contoso.com', 'k***@contoso.com'],
  ['PI', 'PI-9f83a2c7d1', '***c7d1'],
  ['payment_instrument', 'PI-9f83a2c7d1', '***c7d1'],
  ['Purchase', 'PI-9f83a2c7d1', 'PI-9f83a2c7d1'],
])('the id of a label about an object of type %s is shown as its value is', (labelObjectType, labelObjectId, shown) => {
  expect(maskData({ labelObjectType, labelObjectId }, () => true, [])).toEqual({
    labelObjectType,
    labelObjectId: shown,
  })
})

it('leaves files, dates and numbers of other fields as they are', () => {
  const data = { file: new File(['a'], 'a.csv'), at: new Date(0), amount: 4111, email: null, nested: [1, 'two'] }
  expect(maskData(data, () => true, [])).toEqual(data)
})
