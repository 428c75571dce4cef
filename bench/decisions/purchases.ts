/**
 * A purchase of about 3 kB, like that of a web shop. Deterministic in `index`; a few thousand users, devices and cards
 * recur.
 */
export function purchase(id: string, index: number, now = new Date()): Record<string, unknown> {
  const user = (index * 7919) % 4000
  const device = (index * 104729) % 5000
  const country = ['DE', 'FR', 'NL', 'ES', 'US', 'GB'][index % 6] ?? 'DE'
  const amount = 10 + ((index * 37) % 900)
  const time = now.toISOString()
  const address = {
    firstName: 'Alex',
    lastName: `Example ${user}`,
    phoneNumber: `+49-30${String(5550000 + user)}`,
    street1: `Main Street ${user % 300}`,
    city: 'Springfield',
    state: 'XX',
    zipCode: String(10000 + (user % 80000)),
    country,
  }
  return {
    purchaseId: id,
    assessmentType: 'Protect',
    customerLocalDate: time,
    merchantLocalDate: time,
    totalAmount: amount,
    salesTax: Math.round(amount * 19) / 100,
    currency: ['EUR', 'USD', 'GBP'][index % 3],
    shippingMethod: 'Standard',
    user: {
      userId: `bench-user-${user}`,
      creationDate: new Date(now.getTime() - (user + 1) * 3_600_000).toISOString(),
      firstName: 'Alex',
      lastName: `Example ${user}`,
      country,
      zipCode: address.zipCode,
      language: 'en-US',
      phoneNumber: address.phoneNumber,
      email: `user${user}@shop${user % 40}.example`,
      profileType: 'Consumer',
      isEmailValidated: user % 3 === 0,
    },
    deviceContext: {
      deviceContextId: `bench-device-${device}`,
      ipAddress: `198.51.${(index >> 3) % 100}.${index % 250}`,
      provider: 'DFPFingerPrinting',
      externalDeviceId: `dev-${device}`,
      externalDeviceType: 'Mobile',
    },
    shippingAddress: address,
    paymentInstrumentList: [
      {
        purchaseAmount: amount,
        merchantPaymentInstrumentId: `bench-card-${user % 3000}`,
        type: 'CreditCard',
        creationDate: time,
        state: 'Active',
        cardType: 'Visa',
        holderName: `ALEX EXAMPLE ${user}`,
        bin: '453201',
        expirationDate: '08/29',
        lastFourDigits: String(1000 + (user % 9000)),
        billingAddress: address,
      },
    ],
    productList: Array.from({ length: 3 }, (_, line) => ({
      productId: `SKU-${(index + line) % 900}`,
      productName: `Product number ${(index + line) % 900}`,
      type: 'Physical',
      sku: `SKU-${(index + line) % 900}`,
      category: 'ClothingShoes',
      market: country,
      salesPrice: amount / 3,
      currency: 'EUR',
      purchasePrice: amount / 3,
      quantity: 1,
      isRecurring: false,
      isFree: false,
    })),
    customData: { basketAgeSeconds: index % 4000, usedCoupon: index % 5 === 0, landingPage: 'spring-sale' },
    _metadata: { trackingId: id, merchantTimeStamp: time },
  }
}
