/** What a clause does in a few words, read from its text; it need not be free of errors. */
export type ClauseSummary =
  | { kind: 'decide'; decision: 'Approve' | 'Review' | 'Challenge' | 'Reject'; condition: string | null }
  | { kind: 'observe'; condition: string | null }
  | { kind: 'act'; condition: string | null }
  | { kind: 'route'; queue: string; condition: string | null }
  | { kind: 'none' }

const decisions = { approve: 'Approve', review: 'Review', challenge: 'Challenge', reject: 'Reject' } as const

/** The text without comments; texts in quotes stay, so that `//` in one is none. */
export function stripComments(text: string): string {
  return text.replace(
    /("[^"\n]*"|'[^'\n]*')|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    (_all, quoted: string | undefined) => quoted ?? ' ',
  )
}

/** RETURN is first, because it decides; then ROUTETO, OBSERVE and DO. */
export function clauseSummaryOf(text: string): ClauseSummary {
  const code = stripComments(text)
  const returned = /\breturn\s+(approve|review|challenge|reject)\b/i.exec(code)
  if (returned) {
    const decision = decisions[(returned[1] ?? '').toLowerCase() as keyof typeof decisions]
    return { kind: 'decide', decision, condition: conditionAfter(code, returned.index) }
  }
  const routed = /\brouteto\s+queue\s*\(\s*["']([^"'\n]*)["']/i.exec(code)
  if (routed) return { kind: 'route', queue: routed[1] ?? '', condition: conditionAfter(code, routed.index) }
  const observed = /\bobserve\b/i.exec(code)
  if (observed) return { kind: 'observe', condition: conditionAfter(code, observed.index) }
  const act = /\bdo\s+\w/i.exec(code)
  return act ? { kind: 'act', condition: conditionAfter(code, act.index) } : { kind: 'none' }
}

/** The condition of a rule without its LETs and the word WHEN. */
export function conditionSummaryOf(text: string): string | null {
  return conditionAfter(stripComments(text), 0)
}

function conditionAfter(code: string, from: number): string | null {
  const rest = code.slice(from)
  const when = /\bwhen\b/i.exec(rest)
  if (!when) return null
  const next = /\n\s*(?:let|observe|return|do|routeto)\b/i.exec(rest.slice(when.index))
  const text = rest
    .slice(when.index + 4, next ? when.index + next.index : undefined)
    .replace(/@@?["']([^"'\n]*)["']/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? null : text
}
