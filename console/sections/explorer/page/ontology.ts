import type { GraphNodeKind, GraphRelation } from '@assay/design-system/graph'

interface OntologyNode {
  id: string
  kind: GraphNodeKind
  /** The attribute that names it. */
  key: string
  /** Names of its attributes in requests and rules. */
  attributes: readonly string[]
}

/** The types of the graph, as specified for the ontology: each with its key and its main attributes. */
export const ontologyNodes: readonly OntologyNode[] = [
  {
    id: 'purchase',
    kind: 'event',
    key: 'purchaseId',
    attributes: [
      'purchaseId',
      'customerLocalDate',
      'merchantLocalDate',
      'ingestionDateTime',
      'totalAmount',
      'totalAmountInUSD',
      'source',
      'transactionType',
      'currency',
      'riskScore',
      'merchantRuleDecision',
      'midFlag',
      'reasonCodes',
      'policyApplied',
    ],
  },
  {
    id: 'user',
    kind: 'user',
    key: 'userId',
    attributes: [
      'userId',
      'email',
      'phoneNumber',
      'country',
      'creationDate',
      'totalSpend',
      'totalTransactions',
      'totalRefundAmount',
      'totalChargebackAmount',
      'totalDaysOfUse',
    ],
  },
  {
    id: 'paymentInstrument',
    kind: 'payment',
    key: 'merchantPaymentInstrumentId',
    attributes: ['merchantPaymentInstrumentId', 'type', 'cardType', 'bin', 'lastFourDigits', 'expirationDate', 'state'],
  },
  {
    id: 'address',
    kind: 'address',
    key: 'hash',
    attributes: ['street1', 'street2', 'street3', 'city', 'state', 'zipCode', 'countryRegion'],
  },
  {
    id: 'product',
    kind: 'product',
    key: 'productId',
    attributes: [
      'productId',
      'productName',
      'type',
      'sku',
      'category',
      'market',
      'salesPrice',
      'currency',
      'cogs',
      'isRecurring',
      'isFree',
      'language',
    ],
  },
  {
    id: 'device',
    kind: 'device',
    key: 'deviceContextId',
    attributes: ['deviceContextId', 'externalDeviceId', 'provider', 'ipAddress', 'userAgent', 'browser', 'platform'],
  },
  {
    id: 'bankEvent',
    kind: 'other',
    key: 'bankEventId',
    attributes: ['bankEventId', 'type', 'status', 'bankResponseCode'],
  },
  { id: 'purchaseStatus', kind: 'other', key: 'purchaseId', attributes: ['statusType', 'statusDate', 'reason'] },
  { id: 'chargeback', kind: 'other', key: 'chargebackId', attributes: ['chargebackId', 'reason', 'status', 'amount'] },
  { id: 'refund', kind: 'other', key: 'refundId', attributes: ['refundId', 'reason', 'status', 'amount'] },
  { id: 'label', kind: 'other', key: 'labelId', attributes: ['labelState', 'labelSource', 'reasonCodes', 'amount'] },
  {
    id: 'accountCreation',
    kind: 'event',
    key: 'signUpId',
    attributes: ['signUpId', 'assessmentType', 'customerLocalDate'],
  },
  { id: 'accountLogin', kind: 'event', key: 'loginId', attributes: ['loginId', 'assessmentType', 'loginType'] },
  { id: 'assessment', kind: 'event', key: 'eventId', attributes: ['eventId', 'decision', 'riskScore'] },
]

/** The edges of the ontology; those of events without a relation of the graph are plain links. */
export const ontologyEdges: readonly (readonly [source: string, target: string, relation: GraphRelation])[] = [
  ['purchase', 'user', 'owns'],
  ['purchase', 'paymentInstrument', 'paid'],
  ['purchase', 'product', 'linked'],
  ['purchase', 'address', 'shipped'],
  ['paymentInstrument', 'address', 'billed'],
  ['purchase', 'device', 'used'],
  ['purchase', 'bankEvent', 'linked'],
  ['purchase', 'purchaseStatus', 'linked'],
  ['purchase', 'chargeback', 'chargedBack'],
  ['purchase', 'refund', 'linked'],
  ['purchase', 'label', 'linked'],
  ['user', 'address', 'linked'],
  ['user', 'paymentInstrument', 'owns'],
  ['user', 'device', 'used'],
  ['user', 'chargeback', 'chargedBack'],
  ['user', 'refund', 'linked'],
  ['accountCreation', 'user', 'owns'],
  ['accountLogin', 'user', 'signedIn'],
  ['assessment', 'user', 'linked'],
]
