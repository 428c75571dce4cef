import type { Order } from './orders.ts'

/** Prices of the shop include the tax; requests name both apart. */
const taxRate = 0.19
const money = (value: number) => Math.round(value * 100) / 100
/** Returns the price of a number of euros in another currency: shops end it on 9 unless it is a price in euros. */
const priced = (euros: number, euro: number) =>
  euro === 1 ? euros : euros * euro < 20 ? money(euros * euro) : Math.round((euros * euro) / 10) * 10 - 0.01

const netOf = (gross: number) => money(gross / (1 + taxRate))

/** Returns the order as the shop sends it for assessment. */
export function purchaseBody(order: Order, id: string): Record<string, unknown> {
  const { customer, card, checks, products, shipping } = order
  const { currency, language, euro } = customer.place
  const sumOf = (priceOf: (gross: number) => number) =>
    money(products.reduce((sum, { product, quantity }) => sum + priceOf(priced(product.price, euro)) * quantity, 0))
  const total = sumOf(gross => gross)
  const time = new Date(order.at).toISOString()
  const contact = { firstName: customer.firstName, lastName: customer.lastName, phoneNumber: customer.phone }
  const digital = products.every(({ product }) => product.digital)
  return {
    purchaseId: id,
    assessmentType: 'Protect',
    customerLocalDate: time,
    merchantLocalDate: time,
    totalAmount: total,
    salesTax: money(total - sumOf(netOf)),
    currency,
    shippingMethod: digital ? 'DigitalToken' : order.express ? 'Express' : 'Standard',
    isGuestCheckout: order.guest,
    isRetryOrder: order.retry,
    user: {
      userId: customer.id,
      creationDate: new Date(customer.createdAt).toISOString(),
      ...contact,
      email: customer.email,
      country: customer.place.country,
      zipCode: customer.address.zipCode,
      language,
      profileType: 'Consumer',
      isEmailValidated: customer.emailValidated,
    },
    deviceContext: {
      // Without the script the shop sends its own id of the device.
      deviceContextId: order.sessionId ?? order.deviceId,
      ...(order.sessionId === null ? {} : { provider: 'DFPFingerPrinting' }),
      externalDeviceId: order.deviceId,
      ipAddress: order.ip,
      browserLanguage: language,
      ...(order.proxy ? { proxyIp: order.ip } : {}),
    },
    ...(digital ? {} : { shippingAddress: { ...contact, ...shipping } }),
    paymentInstrumentList: [
      {
        merchantPaymentInstrumentId: card.id,
        type: 'CreditCard',
        purchaseAmount: total,
        creationDate: new Date(card.createdAt).toISOString(),
        cardType: card.brand,
        holderName: (order.holder ?? `${customer.firstName} ${customer.lastName}`).toUpperCase(),
        bin: card.bin,
        binCountryISO: checks.issuer,
        lastFourDigits: card.lastFour,
        expirationDate: '08/29',
        state: 'Active',
        cvvVerify: checks.cvv,
        avsVerify: checks.avs,
        billingAddress: { ...contact, ...customer.address },
      },
    ],
    ...(checks.authenticated ? { threeDS: { isThreeDSAuth: true, transStatus: 'Y' } } : {}),
    productList: products.map(({ product, quantity }) => ({
      productId: product.id,
      productName: product.name,
      type: product.digital ? 'Digital' : 'Physical',
      category: product.category,
      sku: product.id,
      salesPrice: netOf(priced(product.price, euro)),
      purchasePrice: netOf(priced(product.price, euro)),
      currency,
      quantity,
      isRecurring: false,
      isFree: false,
    })),
    _metadata: { trackingId: id, merchantTimeStamp: time },
  }
}
