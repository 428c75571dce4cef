import { authoredNamePattern } from '@assay/risk-service/contract'

export type NameIssue = 'empty' | 'long' | 'characters' | 'identifier' | 'taken'

/** Why a text cannot be the name of a rule or of a set of velocities; null when it can. */
export function validateName(name: string): NameIssue | null {
  const text = name.trim()
  if (text === '') return 'empty'
  if (Array.from(text).length > 60) return 'long'
  return authoredNamePattern.test(text) ? null : 'characters'
}

/** Why a text cannot be a name in code, such as that of a function; null when it can. `others`: names in use. */
export function validateIdentifier(name: string, others: readonly string[] = []): NameIssue | null {
  const text = name.trim()
  if (text === '') return 'empty'
  if (text.length > 60) return 'long'
  if (!/^[A-Za-z_]\w*$/.test(text)) return 'identifier'
  return others.some(other => other.toLowerCase() === text.toLowerCase()) ? 'taken' : null
}
