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
