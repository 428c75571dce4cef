import type { RingEvent } from './types.ts'

/** The transactions of one account, and the bad ones among them. */
export interface AccountOutcome {
  transactions: number
  bad: number
}

/** A group of honest people is taken for a bad one so often at most: once in two hundred. */
const significance = 0.005
/** One account is no group, whatever became of its transactions. */
const minBad = 2

/** Returns the accounts behind transactions; each one without a user is an account of its own. */
export function accountsOf(events: readonly RingEvent[]): AccountOutcome[] {
  const users = new Map<string, AccountOutcome>()
  const guests: AccountOutcome[] = []
  for (const { user, bad } of events) {
    const account = (user === null ? undefined : users.get(user)) ?? { transactions: 0, bad: 0 }
    account.transactions += 1
    if (bad) account.bad += 1
    if (user === null) guests.push(account)
    else users.set(user, account)
  }
  return [...users.values(), ...guests]
}

/**
 * Whether more of these accounts have a bad transaction than chance gives them, at the base rate of transactions. Counted
 * are accounts, for the transactions of one are not independent of one another: who is rejected once tries again.
 *
 * Accounts have different numbers of transactions, and so different chances. The binomial distribution with the mean of
 * these is the upper limit of the tail: W. Hoeffding, *On the distribution of the number of successes in independent
 * trials*, Annals of Mathematical Statistics 27 (1956), 713–721.
 *
 * @param baseRate share of bad transactions, 0 to 1
 */
export function areBadBeyondChance(accounts: readonly AccountOutcome[], baseRate: number): boolean {
  const bad = accounts.filter(account => account.bad > 0).length
  if (bad < minBad) return false
  const chances = accounts.reduce((sum, { transactions }) => sum + 1 - (1 - baseRate) ** transactions, 0)
  return binomialTail(bad, accounts.length, chances / accounts.length) <= significance
}

/**
 * Returns the probability of at least so many successes in independent trials.
 * @param successes 0 to the number of trials
 * @param chance of one trial, 0 to 1
 */
export function binomialTail(successes: number, trials: number, chance: number): number {
  // Up to the mean the tail is no small number, and beyond it each term is smaller than the one before.
  if (successes <= trials * chance) return 1
  if (chance === 0) return 0
  // In logarithms, because the first factors are too small for a number where there are many trials.
  let log = successes * Math.log(chance) + (trials - successes) * Math.log1p(-chance)
  for (let n = 1; n <= successes; n += 1) log += Math.log((trials - successes + n) / n)
  let term = 1
  let sum = 0
  for (let n = successes; n <= trials; n += 1) {
    sum += term
    term *= ((trials - n) / (n + 1)) * (chance / (1 - chance))
  }
  return Math.min(1, Math.exp(log) * sum)
}
