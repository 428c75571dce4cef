import { authoredNamePattern } from '@assay/risk-service/contract'

export type NameFault = 'empty' | 'long' | 'characters' | 'identifier' | 'taken'

/** Why a text cannot be the name of a rule or of a set of velocities; null when it can. */
export function nameFault(name: string): NameFault | null {
  const text = name.trim()
  if (text === '') return 'empty'
  if (Array.from(text).length > 60) return 'long'
  return authoredNamePattern.test(text) ? null : 'characters'
}

/** Why a text cannot be a name that code uses, such as one of a function; null when it can. `others`: names that are taken. */
export function identifierFault(name: string, others: readonly string[] = []): NameFault | null {
  const text = name.trim()
  if (text === '') return 'empty'
  if (text.length > 60) return 'long'
  if (!/^[A-Za-z_]\w*$/.test(text)) return 'identifier'
  return others.some(other => other.toLowerCase() === text.toLowerCase()) ? 'taken' : null
}

/** `base`, `base 2`, `base 3`, … whichever is free, in any letter case. `gap`: what stands before the number. */
export function freeName(base: string, names: readonly string[], gap = ' '): string {
  const taken = new Set(names.map(name => name.toLowerCase()))
  if (!taken.has(base.toLowerCase())) return base
  for (let number = 2; ; number++) if (!taken.has(`${base}${gap}${number}`.toLowerCase())) return `${base}${gap}${number}`
}
