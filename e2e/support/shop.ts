import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import { checkout, environments, harbor } from './demo.ts'
import { recordSensitiveValues } from './sensitive-values.ts'

/** A customer with values that are unique in the store. */
export interface Customer {
  tag: string
  name: [first: string, last: string]
  email: string
  phone: string
  ip: string
  device: string
}

export function createCustomer(): Customer {
  const tag = randomUUID().slice(0, 8)
  const byte = () => 1 + Math.floor(Math.random() * 250)
  const customer: Customer = {
    tag,
    name: [`Mirela${tag}`, `Kovac${tag}`],
    email: `mirela.${tag}@mail.example`,
    phone: `+3859155${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`,
    ip: `93.139.${byte()}.${byte()}`,
    device: `device-${tag}`,
  }
  recordSensitiveValues(...customer.name, customer.email, customer.phone, customer.ip)
  return customer
}

/** A complete purchase of a customer, like that of a shop. */
export function createPurchase(customer: Customer, purchaseId: string, amount = 184.37): Record<string, unknown> {
  const now = new Date().toISOString()
  const [firstName, lastName] = customer.name
  const address = {
    firstName,
    lastName,
    phoneNumber: customer.phone,
    street1: 'Ilica 27',
    city: 'Zagreb',
    zipCode: '10000',
    country: 'HR',
  }
  return {
    purchaseId,
    assessmentType: 'Protect',
    merchantLocalDate: now,
    customerLocalDate: now,
    totalAmount: amount,
    salesTax: 36.87,
    currency: 'EUR',
    shippingMethod: 'Express',
    user: {
      userId: `customer-${customer.tag}`,
      creationDate: '2021-06-02T07:15:00Z',
      firstName,
      lastName,
      country: 'HR',
      phoneNumber: customer.phone,
      email: customer.email,
      isEmailValidated: true,
    },
    deviceContext: {
      deviceContextId: customer.device,
      externalDeviceId: customer.device,
      externalDeviceType: 'Mobile',
      ipAddress: customer.ip,
      provider: 'DFPFingerPrinting',
    },
    shippingAddress: address,
    paymentInstrumentList: [
      {
        purchaseAmount: amount,
        merchantPaymentInstrumentId: `card-${customer.tag}`,
        type: 'CreditCard',
        state: 'Active',
        cardType: 'Visa',
        holderName: `${firstName} ${lastName}`,
        bin: '453201',
        expirationDate: '08/29',
        lastFourDigits: '4417',
        billingAddress: address,
      },
    ],
    productList: [
      {
        productId: 'TR-220',
        productName: 'Trail running shoe',
        type: 'Physical',
        sku: 'TR-220-39',
        category: 'ClothingShoes',
        salesPrice: 119.9,
        purchasePrice: 119.9,
        currency: 'EUR',
        quantity: 1,
      },
      {
        productId: 'SK-004',
        productName: 'Merino socks',
        type: 'Physical',
        sku: 'SK-004-M',
        category: 'ClothingShoes',
        salesPrice: 13.8,
        purchasePrice: 13.8,
        currency: 'EUR',
        quantity: 2,
      },
    ],
    _metadata: { trackingId: randomUUID(), merchantTimeStamp: now },
  }
}

export interface Decision {
  MerchantRuleDecision: string
  RiskScore: number
  ReasonCodes: string
  PolicyApplied: string
  PurchaseId: string
}

/** The shop's API client: gets a token like any OAuth client, and calls the risk API with it. */
export class Shop {
  readonly #request: APIRequestContext
  #token = ''

  private constructor(request: APIRequestContext) {
    this.#request = request
  }

  static async open(request: APIRequestContext, resource = 'https://api.dfp.dynamics.com'): Promise<Shop> {
    const shop = new Shop(request)
    const answer = await request.post(`/${harbor.id}/oauth2/v2.0/token`, {
      form: {
        grant_type: 'client_credentials',
        client_id: checkout.clientId,
        client_secret: checkout.secret,
        scope: `${resource}/.default`,
      },
    })
    expect(answer.status()).toBe(200)
    const { access_token: token } = (await answer.json()) as { access_token: string }
    shop.#token = token
    recordSensitiveValues(token)
    return shop
  }

  get token(): string {
    return this.#token
  }

  /** Sends any body to any event of the risk API. */
  async post(event: string, body: unknown, headers: Record<string, string> = {}): Promise<APIResponse> {
    return this.#request.post(`/v1.0/merchantservices/events/${event}`, {
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'x-ms-dfpenvid': environments.harbor,
        ...headers,
      },
      data: typeof body === 'string' ? Buffer.from(body) : body,
    })
  }

  /** Sends a purchase that must be accepted; returns the decision. */
  async buy(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Decision> {
    const answer = await this.post('purchase', body, headers)
    expect(answer.status(), await answer.text()).toBe(200)
    const { resultDetails } = (await answer.json()) as { resultDetails: Decision }
    expect(resultDetails.PurchaseId).toBe(body['purchaseId'])
    return resultDetails
  }
}
