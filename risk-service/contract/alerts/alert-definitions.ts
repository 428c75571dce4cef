/* Plain values of alert rules, apart from their schemas, so that a page can read them without the validator. */

export const alertRuleLimits = {
  /** Alert rules of an environment. */
  rules: 100,
  name: 80,
  note: 1000,
  /** Days of which a preview says what would have fired. */
  previewDays: 90,
  /** Incidents that a preview or a page lists. */
  incidents: 200,
  /** Points of the chart of a preview. */
  points: 360,
  /** Incidents in the days of a preview from which on an alert that nobody acted on is proposed for removal. */
  unheeded: 5,
  /** Hours for which an alert can be snoozed. */
  snoozeHours: 24 * 7,
} as const

/**
 * What an alert rule watches. Counts: `transactions`, `ruleHits`; everything else is a share from 0 to 1. `fraudRate`
 * is the share of fraud among the labels received in the window, `slowCallRate` and `errorRate` are shares of the calls
 * of the risk API, `fillRate` is the share of events that have a field.
 */
export const alertRuleMetrics = [
  'transactions',
  'approveRate',
  'rejectRate',
  'reviewRate',
  'challengeRate',
  'highScoreRate',
  'ruleHits',
  'fraudRate',
  'slowCallRate',
  'errorRate',
  'fillRate',
] as const
export type AlertRuleMetric = (typeof alertRuleMetrics)[number]

const counted: ReadonlySet<AlertRuleMetric> = new Set(['transactions', 'ruleHits'])
/** Whether a metric is a number of events, not a share. */
export const isCountMetric = (metric: AlertRuleMetric): boolean => counted.has(metric)

const ofTransactions: ReadonlySet<AlertRuleMetric> = new Set([
  'transactions',
  'approveRate',
  'rejectRate',
  'reviewRate',
  'challengeRate',
  'highScoreRate',
  'ruleHits',
])
/** Whether a metric is of transactions, so that a search finds the events of a window. */
export const isTransactionMetric = (metric: AlertRuleMetric): boolean => ofTransactions.has(metric)

/** Whether a metric can be limited to one assessment. Labels and calls are those of all assessments. */
export const hasAssessment = (metric: AlertRuleMetric): boolean => isTransactionMetric(metric) || metric === 'fillRate'

export const alertConditionKinds = ['above', 'below', 'rises', 'falls', 'silent'] as const
export type AlertConditionKind = (typeof alertConditionKinds)[number]

const windowMinutes = { '15m': 15, '30m': 30, '1h': 60, '2h': 120, '6h': 360, '12h': 720, '24h': 1440 } as const
export type AlertWindow = keyof typeof windowMinutes
export const alertWindows = Object.keys(windowMinutes) as AlertWindow[]
/** Length of a window in milliseconds. */
export const windowMsOf = (window: AlertWindow): number => windowMinutes[window] * 60_000

/** Latencies in milliseconds that calls are counted by. */
export const alertLatencies = [25, 50, 100, 250, 500, 1000, 2500, 5000] as const

/** `snoozed`: no further incident of the alert notifies for a time. */
export const incidentStatuses = ['open', 'acknowledged', 'snoozed', 'resolved'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

/** What incidents are delivered to. */
export const alertTargetKinds = ['webhook', 'email'] as const
export type AlertTargetKind = (typeof alertTargetKinds)[number]

/** Languages of email messages: those that the console offers. */
export const mailLanguages = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR', 'ar-AE'] as const
