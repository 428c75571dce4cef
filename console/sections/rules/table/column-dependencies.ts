import type { DecisionTable } from './decision-table.ts'
import { subjectKey } from './subject-key.ts'

/** What an expression is computed from: attributes, variables, and calls of a namespace. */
const sourcePattern = /@+"[^"]*"|@+[\w.]*|\$\w+|(?<!["\w.)\]])[a-z_]\w*(?:\.\w+)+(?=\()/g

/** Whether the values of these expressions, by the keys of their columns, can be combined as one likes. */
export type AreIndependent = (keys: Iterable<string>) => boolean

/** Follows the variables that rows of the table define; one that is defined elsewhere can depend on anything. */
export function independenceIn({ rows }: DecisionTable): AreIndependent {
  const definitions = new Map<string, string[]>()
  for (const { parts } of rows)
    for (const { variable, values } of parts?.setup ?? []) {
      if (variable === null) continue
      const name = `$${variable.name.toLowerCase()}`
      definitions.set(name, [...(definitions.get(name) ?? []), ...values.map(subjectKey)])
    }
  const sources = new Map<string, ReadonlySet<string>>()
  const sourcesOf = (key: string): ReadonlySet<string> => {
    const cached = sources.get(key)
    if (cached) return cached
    const found = new Set<string>()
    const open = [key]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const [source] of next.matchAll(sourcePattern)) {
        // An attribute has the same name with quotation marks and without.
        const name = source.replaceAll('"', '')
        if (found.has(name)) continue
        found.add(name)
        if (name.startsWith('$')) open.push(...(definitions.get(name) ?? ['@@']))
      }
    sources.set(key, found)
    return found
  }
  return keys => {
    const seen: string[] = []
    for (const key of keys) {
      const own = [...sourcesOf(key)]
      if (own.some(source => seen.some(other => isRelated(source, other)))) return false
      seen.push(...own)
    }
    return true
  }
}

/** The event as a whole has all attributes, and an object has its members. */
const isRelated = (a: string, b: string): boolean =>
  a === b ||
  (a.startsWith('@') && b.startsWith('@') && (isAll(a) || isAll(b) || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)))
const isAll = (source: string): boolean => /^@@?$/.test(source) || source.startsWith('@@')
