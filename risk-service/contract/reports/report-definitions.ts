/* Plain values of the reports, apart from their schemas, so that a page reads them without the validator. */

/** What a transaction weighs: 1, or its amount in US dollars. */
export const reportViews = ['count', 'amount'] as const
export type ReportView = (typeof reportViews)[number]

/** Lengths of a period: days of UTC, weeks from Monday, calendar months. */
export const reportGrains = ['day', 'week', 'month'] as const
export type ReportGrain = (typeof reportGrains)[number]

/** Attributes by which reports are filtered. */
export const reportAttributes = [
  'segment',
  'category',
  'paymentType',
  'cardType',
  'osFamily',
  'operatingSystem',
  'browserFamily',
  'javaScript',
  'country',
] as const
export type ReportAttribute = (typeof reportAttributes)[number]

const deviceAttributes = ['osFamily', 'operatingSystem', 'browserFamily', 'country'] as const
const accountAttributes = ['javaScript', ...deviceAttributes] as const
const builtInAttributes: Readonly<Record<string, readonly ReportAttribute[]>> = {
  purchase: ['segment', 'category', 'paymentType', 'cardType', 'country'],
  accountcreation: accountAttributes,
  accountlogin: accountAttributes,
}

/**
 * Returns the attributes by which reports of an assessment are filtered.
 * @param assessment its event type
 */
export const reportAttributesOf = (assessment: string): readonly ReportAttribute[] =>
  builtInAttributes[assessment] ?? ['cardType', ...deviceAttributes]

/** Charts of a volume and its rate. */
export const summaryMetrics = [
  'transactions',
  'fraud',
  'ruleReject',
  'bank',
  'chargebackByTransaction',
  'chargebackByReceive',
] as const
export type SummaryMetric = (typeof summaryMetrics)[number]
/** Charts of what transactions are made up of. */
export const summaryDistributions = ['decisions', 'statuses', 'observed'] as const
export type SummaryDistribution = (typeof summaryDistributions)[number]

/** Statuses of a transaction, in the order in which they are looked for. */
export const transactionStatuses = [
  'Chargeback',
  'Refund',
  'Bank declined',
  'Rejected',
  'Failed or Canceled',
  'Bank approved',
  'Approved',
  'Pending',
  'Unknown',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]
/** What the merchant decided in the end. */
export const finalDecisions = ['Approved', 'Pending', 'Rejected', 'Failed', 'Canceled', 'Unknown'] as const
const accountDecisions: readonly (typeof finalDecisions)[number][] = ['Approved', 'Pending', 'Rejected']
/** Returns what merchants decide of the events of an assessment. @param assessment its event type */
export const finalDecisionsOf = (assessment: string) =>
  assessment === 'accountcreation' || assessment === 'accountlogin' ? accountDecisions : finalDecisions
/** Statuses of later events and labels; `Other` stands for those that merchants made up. */
export const latestStatuses = [
  'Approved',
  'Pending',
  'Rejected',
  'Failed',
  'Canceled',
  'Unknown',
  'Declined',
  'Inquiry',
  'Accepted',
  'Disputed',
  'Reversed',
  'ResubmittedRequest',
  'Received',
  'InquiryAccepted',
  'Fraud',
  'Abuse',
  'FalsePositive',
  'AccountCompromised',
  'AccountNotCompromised',
  'Other',
] as const
/** What the latest later event that speaks of fraud says. */
export const fraudFlags = ['Fraud', 'NonFraud'] as const
export type FraudFlag = (typeof fraudFlags)[number]
/** What says that a transaction is fraud, or that it is none. */
export const fraudSignals = ['Label', 'Chargeback', 'Refund', 'MerchantRejected'] as const
export type FraudSignal = (typeof fraudSignals)[number]
export const nonFraudSignals = ['Label', 'ChargebackReversed', 'BankApproved', 'MerchantApproved'] as const
export type NonFraudSignal = (typeof nonFraudSignals)[number]
/** The signals that count where a report names none. */
export const defaultFraudSignals: readonly FraudSignal[] = ['Label', 'Chargeback', 'Refund']
export const defaultNonFraudSignals: readonly NonFraudSignal[] = ['Label', 'ChargebackReversed', 'BankApproved']
/** Scores by which reports are filtered and drawn. */
export const scoreTypes = ['risk', 'bot'] as const
export type ScoreType = (typeof scoreTypes)[number]
/** Returns the scores of the events of an assessment; purchases have no bot score. @param assessment its event type */
export const scoreTypesOf = (assessment: string): readonly ScoreType[] =>
  assessment === 'purchase' ? ['risk'] : scoreTypes
/** What rules decide, in the order of reports. */
export const ruleDecisions = ['Approve', 'Review', 'Challenge', 'Reject'] as const

/** Rules that decide, or rules that only note what they see. */
export const ruleReportKinds = ['decision', 'observe'] as const
export type RuleReportKind = (typeof ruleReportKinds)[number]
/** Answers of a bank. */
export const bankAnswers = ['Approved', 'Declined', 'Unknown'] as const
/** A cutoff can be found that rejects, or lets pass of fraud, at most a share. */
export const cutoffTargets = ['rejectRate', 'fraudRate'] as const
export type CutoffTarget = (typeof cutoffTargets)[number]

/** Scores of a bin. */
export const scoreBinWidth = 10
/** The last cutoff, which no score reaches. */
export const lastCutoff = 1000

/** What the values of observations are counted by. */
export const observedReportForms = ['time', 'score'] as const
export type ObservedReportForm = (typeof observedReportForms)[number]

/** How reports write what has no value. */
export const blankValue = '(blank)'

/** Fewest known frauds from which the rates of late periods are expected. */
export const fewestNowcastFrauds = 30

export const reportsLimits = {
  /** Characters of the name of an assessment. */
  assessmentName: 100,
  /** Months before the last refresh that reports cover. */
  months: 4,
  /** Hours between two refreshes. */
  refreshHours: 24,
  /** Hours after which figures are called old. */
  staleHours: 48,
  /** Confirmed transactions below which rates may say nothing. */
  fewConfirmed: 30,
  /** Profit margin where the tenant has set none, in percent of an amount. */
  defaultMargin: 20,
  /** Months from before the time that reports cover, the latest ones. */
  olderMonths: 60,
  /** Rows of a file. */
  exportRows: 10_000,
  /** Values of an attribute that can be chosen, the most frequent ones. */
  values: 200,
  /** Statuses of the latest event with a share of their own; the others are one. */
  observedStatuses: 8,
  /** Rules or clauses with a share and a colour of their own in a chart; the others are one. */
  rules: 7,
  /** Values of an attribute with a share and a colour of their own in a chart; the others are one. */
  entityValues: 10,
  /** Values of a field of observations with a share of their own; the others are one. */
  observedValues: 20,
  /** Clauses without effect in a report. */
  silentClauses: 200,
} as const

/** As what a chart is handed over: a file, or a text in the clipboard. */
export const chartFileFormats = ['csv', 'json', 'clipboard', 'png', 'pdf'] as const

/** Reports that are saved as files; the months before those that reports cover are one of their own. */
export const exportedReports = ['summary', 'rules', 'scores', 'threats', 'observed', 'olderMonths'] as const
