/* Plain values of assessments, apart from their schemas, so that a page reads them without the validator. */

/** Templates of the assessments of the wizard. */
export const assessmentTemplates = [
  'CardPayment',
  'DeviceFingerprinting',
  'LoyaltyProgram',
  'MoneyTransfer',
  'SoftwarePiracy',
  'Custom',
] as const
export type AssessmentTemplateName = (typeof assessmentTemplates)[number]

/** Templates of the observation events of an assessment; Custom ones are added after its creation. */
export const observationTemplates = ['AssessmentStatus', 'Bank', 'Chargeback'] as const
export type ObservationTemplateName = (typeof observationTemplates)[number]

/** Assessments of each kind that one root environment can have. */
export const assessmentLimits = { wizard: 16, legacyCustom: 3 } as const

export const reportSettingsLimits = {
  /** Changes of the report configuration of an assessment in as many days. */
  changes: 5,
  days: 90,
  /** Filters of the reports of an assessment. */
  filters: 10,
} as const

/** Fields that make up the amount of an event. */
export const maxAmountFields = 5
/** The field whose amounts reports add up, unless others are chosen. */
export const amountField = 'transaction.txnAmount'

/** Templates of the observation events that a live assessment can get. */
export const observationEventTemplates = ['AssessmentStatus', 'Bank', 'Chargeback', 'Custom'] as const
export type ObservationEventTemplate = (typeof observationEventTemplates)[number]

export const configurationLimits = {
  /** Fields that identify a data subject, beside the id of the event. */
  dataSubjects: 2,
  /** Observation events of an assessment. */
  observations: 50,
  /** Received observations that are shown. */
  received: 20,
  /** Stored events against which a changed schema is checked, and the time for it. */
  checkedEvents: 10_000,
  checkSeconds: 20,
} as const

/** API names that paths and rules use for other purposes; compared without case. */
const reservedApiNames = new Set([
  'purchase',
  'accountcreation',
  'accountlogin',
  'lossprevention',
  'purchaserules',
  'routingrules',
  'rules',
  'signup',
  'signin',
  'purchasestatus',
  'bankevent',
  'chargeback',
  'refund',
  'updateaccount',
  'label',
  'signupstatus',
  'accountcreationstatus',
  'accountloginstatus',
  'accountupdate',
  'accountlabel',
])
export const isReservedApiName = (apiName: string): boolean => reservedApiNames.has(apiName.toLowerCase())
