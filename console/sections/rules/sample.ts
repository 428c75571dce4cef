import { withoutComments } from './gist.ts'
import type { RuleBody } from '@assay/risk-service/contract'

type Payload = RuleBody['sample']['payload']

/** A purchase as a shop sends it; every new rule starts with it. */
export const defaultSample: RuleBody['sample'] = {
  riskScore: 640,
  payload: {
    purchaseId: 'P-7241903', assessmentType: 'Protect', merchantLocalDate: '2026-11-21T13:55:07Z', customerLocalDate: '2026-11-21T14:55:07+01:00',
    totalAmount: 2418.9, salesTax: 386.2, currency: 'EUR', shippingMethod: 'Express', isGuestCheckout: false, distinctItemCount: 2, totalItemCount: 3,
    user: {
      userId: 'u_90c17ae2', creationDate: '2026-11-19T09:12:00Z', firstName: 'Mirela', lastName: 'Tanev', country: 'DE', zipCode: '20095', language: 'de-DE',
      phoneNumber: '+49 40 55501420', email: 'm.tanev84@mail.example', profileType: 'Consumer', isEmailValidated: true, isPhoneNumberValidated: false,
    },
    deviceContext: { deviceContextId: 'dv_7f3a19e4c210', ipAddress: '203.0.113.84', provider: 'DFPFingerPrinting', externalDeviceType: 'Mobile' },
    shippingAddress: { firstName: 'Mirela', lastName: 'Tanev', phoneNumber: '+49 40 55501420', street1: 'Speicherstraße 4', city: 'Hamburg', zipCode: '20457', country: 'DE' },
    paymentInstrumentList: [{
      purchaseAmount: 2418.9, merchantPaymentInstrumentId: 'pi_31c9e0', type: 'CreditCard', cardType: 'Visa', bin: '453201', lastFourDigits: '4417',
      holderName: 'M TANEV', expirationDate: '08/29', creationDate: '2026-11-19T09:20:00Z', state: 'Active',
      billingAddress: { firstName: 'Mirela', lastName: 'Tanev', street1: 'Rue Haute 18', city: 'Bruxelles', zipCode: '1000', country: 'BE' },
    }],
    productList: [
      { productId: 'HX2-256', productName: 'Halden X2 phone 256 GB', type: 'Physical', sku: 'HX2-256-BK', category: 'Electronics', market: 'DE', purchasePrice: 1129.5, quantity: 2 },
      { productId: 'ORB-1', productName: 'Orbit earbuds', type: 'Physical', sku: 'ORB-1-W', category: 'Electronics', market: 'DE', purchasePrice: 159.9, quantity: 1 },
    ],
  },
}

/** Paths of the attributes that the texts of a rule name, without array indexes, in the order of their first use. */
export function usedPaths(body: Pick<RuleBody, 'condition' | 'clauses'>): string[] {
  const seen = new Map<string, string>()
  for (const text of [body.condition, ...body.clauses.map(clause => clause.text)]) {
    for (const found of withoutComments(text).matchAll(/(?<!@)(?:"[^"\n]*"|'[^'\n]*')|@@?(?:"([^"\n]+)"|'([^'\n]+)'|([A-Za-z_]\w*))/g)) {
      const path = (found[1] ?? found[2] ?? found[3] ?? '').replace(/\[\d*\]/g, '')
      if (/[^.]$/.test(path) && !seen.has(path.toLowerCase())) seen.set(path.toLowerCase(), path)
    }
  }
  return [...seen.values()]
}

/** The used attributes as a flat object, arrays with their index; one that the payload does not hold is null. */
export function usedFields(payload: Payload, paths: readonly string[]): Payload {
  const found: Payload = {}
  for (const path of paths) {
    if (path.toLowerCase() === 'riskscore' || path.toLowerCase().startsWith('deviceattributes')) continue
    const before = Object.keys(found).length
    collect(payload, path.split('.'), '', found)
    if (Object.keys(found).length === before) found[path] = null
  }
  return found
}

function collect(value: unknown, segments: readonly string[], at: string, found: Payload): void {
  if (Array.isArray(value) && segments.length > 0) {
    value.forEach((entry, index) => collect(entry, segments, `${at}[${index}]`, found))
    return
  }
  const [head, ...rest] = segments
  if (head === undefined) {
    found[at] = value
    return
  }
  if (typeof value !== 'object' || value === null) return
  const key = Object.keys(value).find(known => known.toLowerCase() === head.toLowerCase())
  if (key !== undefined) collect((value as Payload)[key], rest, at === '' ? key : `${at}.${key}`, found)
}

/** The payload with edited flat fields put back; a null for a field that was not there adds nothing. */
export function withUsedFields(payload: Payload, fields: Payload): Payload {
  return Object.entries(fields).reduce<Payload>((result, [path, value]) => {
    const steps = path.split(/\.|\[(\d+)\]\.?/).filter(step => step !== undefined && step !== '')
    return set(result, steps, value) as Payload
  }, payload)
}

function set(target: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(target)) return target.map((entry: unknown, index) => (index === Number(step) ? set(entry, rest, value) : entry))
  const object = typeof target === 'object' && target !== null ? (target as Payload) : {}
  if (!Object.hasOwn(object, step) && value === null) return target
  return { ...object, [step]: set(object[step], rest, value) }
}

/** The store keeps no order of keys: those of the default sample come in its order, others after them. */
function inKnownOrder(value: unknown, known: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => inKnownOrder(entry, Array.isArray(known) ? known[0] : undefined))
  if (typeof value !== 'object' || value === null) return value
  const like = typeof known === 'object' && known !== null ? (known as Payload) : {}
  const place = new Map(Object.keys(like).map((key, index) => [key, index]))
  const entries = Object.entries(value).toSorted(([a], [b]) => (place.get(a) ?? place.size) - (place.get(b) ?? place.size))
  return Object.fromEntries(entries.map(([key, each]) => [key, inKnownOrder(each, like[key])]))
}

/** Pretty JSON, and back; null when it is no JSON object. */
export const toJson = (payload: Payload): string => JSON.stringify(inKnownOrder(payload, defaultSample.payload), null, 2)
export function fromJson(text: string): Payload | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : null
  } catch {
    return null
  }
}
