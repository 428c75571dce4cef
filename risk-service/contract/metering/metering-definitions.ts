/** What counts against the entitlement of a tenant, and what it costs; shared by the service and the console. */

/** The capabilities that are purchased, in the order of pages. */
export const meteredCapabilities = ['purchase', 'account', 'lossPrevention'] as const
export type MeteredCapability = (typeof meteredCapabilities)[number]

/** How calls were answered: 2xx and 4xx count, 5xx do not. */
export const meteredResponses = ['2xx', '4xx'] as const
export type MeteredResponse = (typeof meteredResponses)[number]

/** The name under which transactions that were processed into loss prevention reports are counted. */
export const reportedTransactions = 'LossPreventionReport'

/** Capabilities of assessments by the template from which they were made. */
const templateCapabilities: Readonly<Record<string, MeteredCapability>> = {
  CardPayment: 'purchase',
  MoneyTransfer: 'purchase',
  DeviceFingerprinting: 'account',
  Custom: 'account',
  LoyaltyProgram: 'lossPrevention',
  SoftwarePiracy: 'lossPrevention',
}

/** Returns the capability of an assessment of a tenant; null: made without a template. */
export const capabilityOfTemplate = (template: string | null): MeteredCapability =>
  templateCapabilities[template ?? 'Custom'] ?? 'account'

/** `builtIn`: its capability is in the name. `tenant`: it depends on the template of the assessment with this name. */
export type MeteredApi = { kind: 'builtIn'; capability: MeteredCapability } | { kind: 'tenant'; assessment: string }

const builtInApis: readonly [RegExp, MeteredCapability][] = [
  [/\/events\/purchase(?:\/branch)?$/, 'purchase'],
  [/\/events\/(?:signup|signin)$/, 'account'],
  [/^v1\.0\/action\/(?:create|login)(?:\/branch)?$/, 'account'],
]
const tenantApi = /^v1\.0\/(?:action\/)?assessment\/([^/]+)(?:\/branch)?$/i

/** Returns what a call counts for, by the name of its API; null: calls of this API count for nothing. */
export function meteredApiOf(apiName: string): MeteredApi | null {
  const name = apiName.toLowerCase()
  for (const [pattern, capability] of builtInApis) if (pattern.test(name)) return { kind: 'builtIn', capability }
  const assessment = tenantApi.exec(apiName)?.[1]
  return assessment === undefined ? null : { kind: 'tenant', assessment }
}

/** How a call that was answered with this status counts; null: it does not. */
export const meteredResponseOf = (status: number): MeteredResponse | null =>
  status >= 200 && status < 300 ? '2xx' : status >= 400 && status < 500 ? '4xx' : null

/** Shares of an entitlement that are announced. */
export const usageMarks = [80, 100] as const
export type UsageMark = (typeof usageMarks)[number]

/** Returns the highest mark that a use has reached; null: none, or nothing was purchased. */
export function reachedMark(used: number, purchased: number | null): UsageMark | null {
  if (purchased === null || purchased === 0) return null
  return usageMarks.findLast(mark => used * 100 >= purchased * mark) ?? null
}

/** Months for which use is stored: three years and the cycle that runs. */
export const meteredMonths = 48

export const planLimits = {
  name: 60,
  /** Lengths of a billing cycle in months. */
  cycleMonths: [1, 3, 6, 12, 24, 36],
  /** Units of a capability. */
  purchased: 1_000_000_000_000,
  /** Dollars a month. */
  monthlyCost: 1_000_000_000,
} as const

/** Rows of one answer; a file has more. Days of a range: three years. */
export const usageRows = { shown: 500, file: 100_000, days: 1100 } as const
