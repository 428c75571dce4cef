import type { FormerAnswer, FormerEvent } from '../formats/former-event.ts'

/** In which order the former system ran its rules, as its answers show it. */
export interface FormerOrder {
  /** Whether a rule ran before another in some answer. */
  isBefore: (rule: string, other: string) => boolean
  /** Whether some answer names a rule. */
  isNamed: (rule: string) => boolean
  /** Returns the most rules that ran for one event; 0 when the answers do not list them. */
  longest: () => number
}

/** Reads the order from the evaluations of answers. Most answers have one of a few lists: each is read once. */
export function createFormerOrder(): FormerOrder & { add: (answer: FormerAnswer) => void } {
  const later = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const named = new Set<string>()
  let longest = 0
  return {
    add(answer) {
      if (answer.rule != null) named.add(answer.rule.toLowerCase())
      const rules = answer.evaluations?.map(({ rule }) => rule.toLowerCase()) ?? []
      const key = rules.join('\n')
      if (rules.length === 0 || seen.has(key)) return
      seen.add(key)
      longest = Math.max(longest, rules.length)
      for (const rule of rules) named.add(rule)
      for (const [index, rule] of rules.entries()) {
        let after = later.get(rule)
        if (after === undefined) later.set(rule, (after = new Set()))
        for (const other of rules.slice(index + 1)) after.add(other)
      }
    },
    isBefore: (rule, other) => later.get(rule.toLowerCase())?.has(other.toLowerCase()) === true,
    isNamed: rule => named.has(rule.toLowerCase()),
    longest: () => longest,
  }
}

/** Reads the order from the answers of all events. */
export function readFormerOrder(events: readonly Pick<FormerEvent, 'answer'>[]): FormerOrder {
  const order = createFormerOrder()
  for (const { answer } of events) order.add(answer)
  return order
}
