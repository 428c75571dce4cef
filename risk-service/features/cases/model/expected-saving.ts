import type { SavingEstimate, SavingFactor } from '../../../contract/cases/case-saving.ts'
import type { Choice } from './case-record.ts'

/** What people decided in a group of cases, and what became known of it. */
export interface DecidedCases {
  /** Decided by people as Approve or Reject. */
  decided: number
  rejected: number
  /** Rejected ones of which it is known from outside whether they were fraud, and those that were. */
  rejectedKnown: number
  rejectedFraud: number
  /** Approved ones of which it is known or old enough to be sure, and those that stayed good. */
  approvedKnown: number
  approvedGood: number
  /** Cases with a measured handling time, and the sum of these times in minutes. */
  handled: number
  minutes: number
}

export const noDecidedCases: DecidedCases = {
  decided: 0,
  rejected: 0,
  rejectedKnown: 0,
  rejectedFraud: 0,
  approvedKnown: 0,
  approvedGood: 0,
  handled: 0,
  minutes: 0,
}

/** Groups of decided cases, from the narrowest to the widest. */
export interface SavingLevels {
  /** The same queue, score band and amount band. */
  band: DecidedCases
  /** The same queue. */
  queue: DecidedCases
  /** The same assessment in the environment. */
  environment: DecidedCases
}

/**
 * Number of cases from which a group speaks for itself. It is the weight of the wider group, too: a group of this size
 * and everything wider count the same.
 */
export const enoughCases = 20

/** Values while nothing was measured. */
export const savingDefaults = {
  /** Share of the cases in which a reviewer decides otherwise than the time-out would. */
  changeShare: 0.2,
  /** Share of the rejected cases that were fraud. */
  rightReject: 0.8,
  /** Share of the approved cases that stayed good. */
  rightApprove: 0.95,
  minutes: 5,
  /** What an order earns, as a share of its amount. */
  margin: 0.2,
} as const

/** Lower ends of the bands of the risk score, above the first. */
export const scoreBands = [200, 400, 600, 800] as const
/** Lower ends of the bands of the amount, above the first, in US cents. */
export const amountBands = [25_00, 100_00, 250_00, 1000_00] as const

/** Returns the number of the band of a value: 0 below the first end. */
export const bandOf = (ends: readonly number[], value: number): number => ends.filter(end => end <= value).length

const levelNames = ['environment', 'queue', 'band'] as const

/**
 * Estimates a mean from nested groups. From the widest to the narrowest, each group moves the estimate towards its own
 * mean by the weight of its cases: `(sum + k * wider) / (cases + k)` with k = `enoughCases`. For a share this is the mean
 * of a Beta distribution whose prior is the wider group. The source is the narrowest group with enough cases.
 */
function estimate(
  levels: SavingLevels,
  documented: number,
  measure: (cases: DecidedCases) => { sum: number; cases: number },
): SavingFactor {
  let value = documented
  let source: SavingFactor['source'] = 'default'
  let counted = measure(levels.environment).cases
  for (const level of levelNames) {
    const { sum, cases } = measure(levels[level])
    value = (sum + enoughCases * value) / (cases + enoughCases)
    if (cases < enoughCases) continue
    source = level
    counted = cases
  }
  return { value, cases: counted, source }
}

/**
 * Estimates what one minute of review saves in a case, as a factor of its amount.
 *
 * Without a review the time-out applies the default action of the queue. A review is worth something only when the
 * reviewer decides otherwise, so per case
 *
 *     saving = P(change) * stake        saving per minute = saving / expected minutes
 *
 * The stake is what the other decision is worth on average. With r, the share of such decisions that were right, and the
 * margin m of an order:
 *
 * - default Approve, changed to Reject: a right rejection averts the loss of the amount, a wrong one loses the margin,
 *   so stake = amount * (r - (1 - r) * m);
 * - default Reject, changed to Approve: a right approval earns the margin, a wrong one loses the amount,
 *   so stake = amount * (r * m - (1 - r)).
 *
 * Added up over cases this is the net value of reviews: fraud stopped - fraud missed - margin of good orders rejected,
 * compared with the default action. A negative stake counts as 0: reviews that make matters worse save nothing.
 *
 * Cases ordered by saving per minute save the most in any number of minutes that ends with a case, and reviewing them
 * until a minute saves less than it costs has the highest net value of all choices.
 *
 * @param defaultAction what the time-out does; for None nothing can be said, and the result is null
 * @param margin share of the amount
 */
export function estimateSaving(
  levels: SavingLevels,
  defaultAction: Choice['caseAction'],
  margin: number,
): SavingEstimate | null {
  if (defaultAction === 'None') return null
  const rejects = defaultAction === 'Approve'
  const change = estimate(levels, savingDefaults.changeShare, ({ decided, rejected }) => ({
    sum: rejects ? rejected : decided - rejected,
    cases: decided,
  }))
  const right = estimate(levels, rejects ? savingDefaults.rightReject : savingDefaults.rightApprove, cases =>
    rejects
      ? { sum: cases.rejectedFraud, cases: cases.rejectedKnown }
      : { sum: cases.approvedGood, cases: cases.approvedKnown },
  )
  const minutes = estimate(levels, savingDefaults.minutes, cases => ({ sum: cases.minutes, cases: cases.handled }))
  const wrong = 1 - right.value
  const stake = Math.max(0, rejects ? right.value - wrong * margin : right.value * margin - wrong)
  return { defaultAction, change, right, minutes, margin, stake, perMinute: (change.value * stake) / minutes.value }
}

/** Adds up groups of decided cases. */
export const addCases = (groups: readonly DecidedCases[]): DecidedCases =>
  groups.reduce((sum, group) => {
    const added = { ...sum }
    for (const name of Object.keys(sum) as (keyof DecidedCases)[]) added[name] += group[name]
    return added
  }, noDecidedCases)

/** A stored estimate is kept while the new one differs by less than this share, so that cases do not move for nothing. */
const relevantChange = 0.02

/** Whether an estimate replaces the stored one. */
export const isRelevantChange = (stored: number | null, measured: number): boolean =>
  stored === null || Math.abs(measured - stored) > relevantChange * Math.max(stored, measured)
