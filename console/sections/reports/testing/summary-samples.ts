import { type ReportedAssessment, reportAttributesOf, type SummaryReport } from '@assay/risk-service/contract'

/** Assessments of an environment: one has no amounts, one is not counted. */
export const reportedAssessments: readonly ReportedAssessment[] = [
  {
    eventType: 'purchase',
    name: 'Purchase',
    reported: true,
    amounts: true,
    filters: [...reportAttributesOf('purchase')],
    dataFilters: [],
    observed: null,
  },
  {
    eventType: 'accountlogin',
    name: 'Account login',
    reported: true,
    amounts: false,
    filters: [...reportAttributesOf('accountlogin')],
    dataFilters: [],
    observed: null,
  },
  {
    eventType: 'Transfers',
    name: 'Money out',
    reported: true,
    amounts: true,
    filters: [...reportAttributesOf('Transfers')],
    dataFilters: ['transaction.txnType', 'sender.account.countryRegion'],
    observed: ['Outcome:statusDetails.statusType', ':labelState'],
  },
  {
    eventType: 'Coupons',
    name: 'Coupons',
    reported: false,
    amounts: false,
    filters: [...reportAttributesOf('Coupons')],
    dataFilters: [],
    observed: [],
  },
]

const kpis: SummaryReport['kpis'] = {
  transactionVolume: 1_280_000,
  ruleApprovedRate: 0.9112,
  manualReviewRate: 0.0413,
  ruleRejectedRate: 0.0271,
  ruleChallengedRate: 0.0204,
  fraudVolume: 34_364,
  nonFraudVolume: 900_000,
  fraudRate: 0.0368,
  sentToBankVolume: 1_000_000,
  bankAcceptanceRate: 0.941,
  settledVolume: 941_000,
  fraudChargebackVolume: 5646,
  fraudChargebackRate: 0.006,
}
const series = [
  { volume: 640_000, rate: 0.25 },
  { volume: 640_000, rate: null },
]

/** A report of two days. */
export const createSummary = (changes: Partial<SummaryReport> = {}): SummaryReport => ({
  refreshedAt: new Date().toISOString(),
  firstDay: '2026-07-20',
  hasData: true,
  firstRead: false,
  confirmed: 934_364,
  kpis,
  previous: { ...kpis, transactionVolume: 1_205_273, ruleApprovedRate: 0.9142, fraudRate: null },
  periods: [
    { start: '2026-11-19', partial: false },
    { start: '2026-11-20', partial: true },
  ],
  series: {
    transactions: series,
    fraud: series,
    ruleReject: series,
    bank: series,
    chargebackByTransaction: series,
    chargebackByReceive: series,
  },
  nowcast: {
    refusal: null,
    frauds: 34_364,
    periods: [
      { arriving: false, expected: null, margin: null, low: null, high: null },
      { arriving: true, expected: 0.2561, margin: 0.0006, low: 0.2555, high: 0.2567 },
    ],
  },
  distributions: {
    decisions: {
      values: ['Approve', 'Review', 'Challenge', 'Reject', ''],
      volumes: [
        [600_000, 20_000, 10_000, 10_000, 0],
        [600_000, 20_000, 10_000, 10_000, 0],
      ],
    },
    statuses: {
      values: ['Chargeback', 'Bank approved'],
      volumes: [
        [10, 90],
        [20, 80],
      ],
    },
    observed: {
      values: ['ResubmittedRequest', ''],
      volumes: [
        [1, 2],
        [3, 4],
      ],
    },
  },
  ...changes,
})

const nothing = [
  { volume: 0, rate: null },
  { volume: 0, rate: null },
]
/** A report that counts nothing. */
export const createEmptySummary = (changes: Partial<SummaryReport> = {}): SummaryReport =>
  createSummary({
    confirmed: 0,
    kpis: Object.fromEntries(
      Object.keys(kpis).map(name => [name, name.endsWith('Volume') ? 0 : null]),
    ) as unknown as SummaryReport['kpis'],
    previous: null,
    series: {
      transactions: nothing,
      fraud: nothing,
      ruleReject: nothing,
      bank: nothing,
      chargebackByTransaction: nothing,
      chargebackByReceive: nothing,
    },
    nowcast: { refusal: 'noBank', frauds: 0, periods: [] },
    distributions: {
      decisions: { values: [], volumes: [] },
      statuses: { values: [], volumes: [] },
      observed: { values: [], volumes: [] },
    },
    ...changes,
  })
