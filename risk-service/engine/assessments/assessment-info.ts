import type { ObservedField } from '../../contract/assessments/observed-fields.ts'
import type { RuleVocabulary } from '../../contract/index.ts'
import type { ReportAttribute } from '../../contract/reports/report-definitions.ts'
import type { CheckEnvironment, RuleKind, Section } from '../../fql/index.ts'
import { type Attribute, attributeMap } from '../ingest/attributes.ts'
import { purchaseAttributes, purchaseVocabulary } from './purchase-attributes.ts'

/** An assessment from the perspective of its rules. */
export interface AssessmentInfo {
  /** Event type in the store: `purchase`, `accountcreation`, `accountlogin` or the API name. */
  key: string
  /** API names of before, under which its earlier events are stored; absent: it had no other. */
  formerNames?: readonly string[]
  /** The key for built-in ones. */
  id: string
  name: string
  kind: 'builtIn' | 'wizard' | 'legacyCustom'
  /** Sections of clauses in run order. */
  sections: readonly Section[]
  /** Whether post-decision actions exist. */
  actions: boolean
  /** Whether its events can be searched. */
  search: boolean
  /** Whether its events with the decision Review become cases. */
  cases: boolean
  /** Whether reports count its events. */
  reports: boolean
  /** Whether its events have an amount that reports add up. */
  amounts: boolean
  /** What its reports can be filtered by; absent: everything that events of its type have. */
  reportFilters?: readonly ReportAttribute[]
  /** Paths of the fields by which its reports can be filtered beside; absent: none. */
  dataFilters?: readonly string[]
  /** The fields of its observations and labels whose values its reports show; absent: it has no such report. */
  observedFields?: readonly ObservedField[]
  /** The names that its decision rules can use, without resources of the environment. */
  check: CheckEnvironment
  vocabulary: RuleVocabulary
  /** Payload sample of new rules. */
  payload: Record<string, unknown>
}

/** Returns the event types under which the events of an assessment are stored. */
export const storedTypesOf = ({ key, formerNames = [] }: Pick<AssessmentInfo, 'key' | 'formerNames'>): string[] => [
  key,
  ...formerNames,
]

/** The assessments of each environment. */
export interface AssessmentLookup {
  find: (environmentId: string, key: string) => AssessmentInfo | null
  /** Built-in ones first. */
  list: (environmentId: string) => readonly AssessmentInfo[]
}

/** A purchase as a shop would send it. */
const samplePurchase = {
  purchaseId: 'P-7241903',
  assessmentType: 'Protect',
  merchantLocalDate: '2026-11-21T13:55:07Z',
  customerLocalDate: '2026-11-21T14:55:07+01:00',
  totalAmount: 2418.9,
  salesTax: 386.2,
  currency: 'EUR',
  shippingMethod: 'Express',
  isGuestCheckout: false,
  distinctItemCount: 2,
  totalItemCount: 3,
  user: {
    userId: 'u_90c17ae2',
    creationDate: '2026-11-19T09:12:00Z',
    firstName: 'Mirela',
    lastName: 'Tanev',
    country: 'DE',
    zipCode: '20095',
    language: 'de-DE',
    phoneNumber: '+49 40 55501420',
    email: 'm.tanev84@mail.example',
    profileType: 'Consumer',
    isEmailValidated: true,
    isPhoneNumberValidated: false,
  },
  deviceContext: {
    deviceContextId: 'dv_7f3a19e4c210',
    ipAddress: '203.0.113.84',
    provider: 'DFPFingerPrinting',
    externalDeviceType: 'Mobile',
  },
  shippingAddress: {
    firstName: 'Mirela',
    lastName: 'Tanev',
    phoneNumber: '+49 40 55501420',
    street1: 'Speicherstraße 4',
    city: 'Hamburg',
    zipCode: '20457',
    country: 'DE',
  },
  paymentInstrumentList: [
    {
      purchaseAmount: 2418.9,
      merchantPaymentInstrumentId: 'pi_31c9e0',
      type: 'CreditCard',
      cardType: 'Visa',
      bin: '453201',
      lastFourDigits: '4417',
      holderName: 'M TANEV',
      expirationDate: '08/29',
      creationDate: '2026-11-19T09:20:00Z',
      state: 'Active',
      billingAddress: {
        firstName: 'Mirela',
        lastName: 'Tanev',
        street1: 'Rue Haute 18',
        city: 'Bruxelles',
        zipCode: '1000',
        country: 'BE',
      },
    },
  ],
  productList: [
    {
      productId: 'HX2-256',
      productName: 'Halden X2 phone 256 GB',
      type: 'Physical',
      sku: 'HX2-256-BK',
      category: 'Electronics',
      market: 'DE',
      purchasePrice: 1129.5,
      quantity: 2,
    },
    {
      productId: 'ORB-1',
      productName: 'Orbit earbuds',
      type: 'Physical',
      sku: 'ORB-1-W',
      category: 'Electronics',
      market: 'DE',
      purchasePrice: 159.9,
      quantity: 1,
    },
  ],
}
const sampleAccount = {
  user: { userId: 'customer-1', email: 'customer@example.com', creationDate: '2024-05-02T08:30:00Z' },
  deviceContext: { deviceContextId: 'sample-device', ipAddress: '78.56.10.10' },
}

const purchase: AssessmentInfo = {
  key: 'purchase',
  id: 'purchase',
  name: 'Purchase',
  kind: 'builtIn',
  sections: ['prior', 'postRisk'],
  actions: false,
  search: true,
  cases: true,
  reports: true,
  amounts: true,
  check: { attributes: attributeMap(purchaseAttributes), legacyScores: 'risk' },
  vocabulary: purchaseVocabulary,
  payload: samplePurchase,
}
const account = (key: string, name: string, id: Record<string, unknown>): AssessmentInfo => ({
  key,
  id: key,
  name,
  kind: 'builtIn',
  sections: ['prior', 'postBot', 'postRisk'],
  actions: false,
  search: true,
  cases: true,
  reports: true,
  amounts: false,
  check: { attributes: new Map(), legacyScores: 'riskAndBot' },
  vocabulary: { attributes: [] },
  payload: { ...id, ...sampleAccount },
})
const builtIn: readonly AssessmentInfo[] = [
  purchase,
  account('accountcreation', 'Account creation', {
    metadata: { signUpId: 'sample-1', merchantTimeStamp: '2026-01-15T10:24:00Z' },
  }),
  account('accountlogin', 'Account login', {
    metadata: { loginId: 'sample-1', merchantTimeStamp: '2026-01-15T10:24:00Z' },
  }),
]
const byKey = new Map(builtIn.map(each => [each.key, each]))

/** The assessments that every environment has. */
export const builtInAssessments: AssessmentLookup = {
  find: (_environmentId, key) => byKey.get(key) ?? null,
  list: () => builtIn,
}

/**
 * Returns the names that rules of a type can use. Routing rules read request and answer by the assessment's key
 * (`purchase.request.totalAmount`, `purchase.response.riskScore`) and, without a prefix, in the request first.
 */
export function createCheckEnvironment(
  assessment: AssessmentInfo,
  kind: Extract<RuleKind, 'decision' | 'postDecision' | 'routing'>,
): CheckEnvironment {
  if (kind !== 'routing') return { ...assessment.check, kind }
  const { legacyScores: _scores, ...check } = assessment.check
  const own = [...check.attributes.values()]
  return {
    ...check,
    kind,
    attributes: own.length === 0 ? check.attributes : attributeMap([...routingAttributes(assessment.key, own), ...own]),
  }
}

/** Returns the vocabulary of routing rules of an assessment. */
export function createRoutingVocabulary(assessment: AssessmentInfo, queues: readonly string[]): RuleVocabulary {
  const own = [...assessment.check.attributes.values()]
  return {
    attributes: [...routingAttributes(assessment.key, own), ...own].map(({ values, ...attribute }) => ({
      ...attribute,
      ...(values === undefined ? {} : { values: [...values] }),
    })),
    queues: [...queues],
  }
}

function routingAttributes(key: string, own: readonly Attribute[]): Attribute[] {
  return [
    ...own.map(attribute => ({ ...attribute, path: `${key}.request.${attribute.path}` })),
    ...answerAttributes.map(attribute => ({ ...attribute, path: `${key}.response.${attribute.path}` })),
    ...answerAttributes.filter(({ path }) => !own.some(each => each.path === path)),
  ]
}

/** Attributes of the answer that routing rules can read, for every assessment. */
const answerAttributes: readonly Attribute[] = [
  {
    path: 'merchantRuleDecision',
    type: 'string',
    description: 'Decision',
    values: ['Approve', 'Review', 'Challenge', 'Reject'],
  },
  { path: 'merchantRuleReason', type: 'string', description: 'Reason of the decision' },
  { path: 'riskScore', type: 'number', description: 'Risk score 0 to 999' },
  { path: 'botScore', type: 'number', description: 'Bot score 0 to 999' },
  { path: 'reasonCodes', type: 'string', description: 'Risk reason codes, separated by commas' },
  { path: 'rule', type: 'string', description: 'Rule that decided' },
  { path: 'clauseName', type: 'string', description: 'Clause that decided' },
]
