import { day, type Order } from './orders.ts'
import type { Random } from './random.ts'

const money = (value: number) => Math.round(value * 100) / 100

/** The order as the shop sends it for assessment. */
export function purchaseOf(order: Order, id: string): Record<string, unknown> {
  const { customer, card, checks, products, shipping } = order
  const { currency, language } = customer.place
  const total = money(products.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0))
  const time = new Date(order.at).toISOString()
  const contact = { firstName: customer.firstName, lastName: customer.lastName, phoneNumber: customer.phone }
  const digital = products.every(({ product }) => product.digital)
  return {
    purchaseId: id, assessmentType: 'Protect', customerLocalDate: time, merchantLocalDate: time, totalAmount: total, salesTax: money(total * 0.19), currency,
    shippingMethod: digital ? 'DigitalToken' : order.express ? 'Express' : 'Standard', isGuestCheckout: order.guest, isRetryOrder: order.retry,
    user: {
      userId: customer.id, creationDate: new Date(customer.createdAt).toISOString(), ...contact, email: customer.email, country: customer.place.country,
      zipCode: customer.address.zipCode, language, profileType: 'Consumer', isEmailValidated: customer.emailValidated,
    },
    deviceContext: {
      deviceContextId: order.deviceId, externalDeviceId: order.deviceId, ipAddress: order.ip, provider: 'DFPFingerPrinting', browserLanguage: language,
      ...(order.proxy ? { proxyIp: order.ip } : {}),
    },
    ...(digital ? {} : { shippingAddress: { ...contact, ...shipping } }),
    paymentInstrumentList: [{
      merchantPaymentInstrumentId: card.id, type: 'CreditCard', purchaseAmount: total, creationDate: new Date(card.createdAt).toISOString(), cardType: card.brand,
      holderName: (order.holder ?? `${customer.firstName} ${customer.lastName}`).toUpperCase(), bin: card.bin, binCountryISO: checks.issuer,
      lastFourDigits: card.lastFour, expirationDate: '08/29', state: 'Active', cvvVerify: checks.cvv, avsVerify: checks.avs,
      billingAddress: { ...contact, ...customer.address },
    }],
    ...(checks.authenticated ? { threeDS: { isThreeDSAuth: true, transStatus: 'Y' } } : {}),
    productList: products.map(({ product, quantity }) => ({
      productId: product.id, productName: product.name, type: product.digital ? 'Digital' : 'Physical', category: product.category, sku: product.id,
      salesPrice: product.price, purchasePrice: product.price, currency, quantity, isRecurring: false, isFree: false,
    })),
    _metadata: { trackingId: id, merchantTimeStamp: time },
  }
}

/** Bank and customer report thefts after days or weeks; regret comes later still; some good orders are confirmed. Null: nothing is known by `now`. */
export function labelOf(random: Random, order: Order, id: string, now: number, body: Record<string, unknown>): { at: number; body: Record<string, unknown> } | null {
  const delay = order.truth === 'friendly' ? random.between(20, 50) * day : order.truth === 'fraud' ? Math.exp(2.2 + random.normal() * 0.8) * day : random.between(5, 25) * day
  const reported = order.truth !== 'good' ? random.chance(0.9) : random.chance(0.04)
  const at = order.at + delay
  if (!reported || at > now) return null
  const fraud = order.truth !== 'good'
  return {
    at,
    body: {
      labelObjectType: 'Purchase', labelObjectId: id, labelSource: fraud ? random.pick(['TC40_SAFE', 'Chargeback', 'CustomerEscalation']) : 'ManualReview', isFraud: fraud,
      labelState: fraud ? 'Fraud' : 'NonFraud', labelReasonCodes: order.truth === 'friendly' ? 'FriendlyFraud' : fraud ? 'PIFraud' : 'ManualReview',
      eventTimeStamp: new Date(at).toISOString(), amount: body['totalAmount'], currency: body['currency'],
      _metadata: { trackingId: `${id}-label`, merchantTimeStamp: new Date(at).toISOString() },
    },
  }
}
