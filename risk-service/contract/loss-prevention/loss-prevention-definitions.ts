/* Plain values of the loss prevention report, apart from its schemas, so that a page can read them without the validator. */

/** Whom the report scores. */
export const lossEntityKinds = ['staff', 'terminal'] as const
export type LossEntityKind = (typeof lossEntityKinds)[number]

/** The lowest score that is anomalous. */
export const lossThresholds = { staff: 560, terminal: 760 } as const satisfies Record<LossEntityKind, number>

/**
 * What raises a score. `returnRatio`: returns by sales. `cashReturnRatio`: returns paid out in cash by those to a card.
 * `discountedCards`: items of sales with a manual discount and two or more cards. `fullPriceItems`: items sold without
 * a discount although the product has one in that store and month. `noReceiptRatio`: returns without an original
 * receipt by those with one.
 */
export const lossReasons = [
  'returnRatio',
  'cashReturnRatio',
  'discountedCards',
  'fullPriceItems',
  'noReceiptRatio',
] as const
export type LossReason = (typeof lossReasons)[number]

const ratios: ReadonlySet<LossReason> = new Set(['returnRatio', 'cashReturnRatio', 'noReceiptRatio'])
/** Whether a reason is a ratio, not a number of items. */
export const isRatioReason = (reason: LossReason): boolean => ratios.has(reason)

/**
 * What a value says. `high`: among the highest tenth, and so far above the others that it is no chance. `likePeers`: as
 * `high`, but not above those with the same work. `uncertain`: among the highest tenth, of too few transactions to say
 * more. `usual`: anything else. The strongest first.
 */
export const lossLevels = ['high', 'likePeers', 'uncertain', 'usual'] as const
export type LossLevel = (typeof lossLevels)[number]

/** With whom somebody is compared: those who work most at the same terminal, or those of the same store. */
export const lossPeerGroups = ['terminal', 'store'] as const

/** `waiting`: a report will be computed. `failed`: the last one could not be. */
export const lossReportStatuses = ['none', 'waiting', 'running', 'ready', 'failed'] as const
export type LossReportStatus = (typeof lossReportStatuses)[number]

/** Tables of the report that can be exported. */
export const lossTables = ['staff', 'terminals', 'months', 'reasons'] as const
export type LossTable = (typeof lossTables)[number]

export const lossLimits = {
  /** Months that the report covers at most. */
  months: 36,
  /** Months before the end of the range whose transactions are listed. */
  transactionMonths: 6,
  /** Transactions that are listed, the latest first. */
  transactions: 500,
  /** Rows of an exported table. */
  exportRows: 50_000,
  reason: 500,
  note: 1000,
  /** Openings of a file that are listed at once. */
  openings: 20,
  /** Days at the begin and at the end of a month on which shops may be closed: with more, the month is cut. */
  closedDays: 3,
  /** Hours for which a file stays open to the person who opened it. */
  openHours: 12,
  /** Percentile from which on a value is among the highest. */
  highPercentile: 0.9,
  /** Transactions or items below which a value is too uncertain to be called high. */
  fewest: 10,
  /** Others that a peer group needs. */
  peers: 3,
  /** Share with which a reason counts in the month after it was cleared. */
  clearedWeight: 0.5,
} as const

/** Whether a value raises a score: only then it can be cleared. */
export const raisesScore = ({ value, population }: { value: number; population: number }): boolean => value > population

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/
/** Whether a text is a month such as `2026-10`. */
export const isMonth = (text: string): boolean => monthPattern.test(text)

/** The month so many months later, or earlier with a negative number. */
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}
