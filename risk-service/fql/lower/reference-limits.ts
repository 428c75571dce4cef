import { maxPatternSize, patternSize } from './compile-pattern.ts'

export type ReferenceKind = 'function' | 'velocity' | 'external call' | 'list' | 'external assessment' | 'pattern'
/** Plural of each kind, for the message of a limit. */
const kinds: Readonly<Record<ReferenceKind, string>> = {
  function: 'functions',
  velocity: 'velocities',
  'external call': 'external calls',
  list: 'lists',
  'external assessment': 'external assessments',
  pattern: 'patterns',
}

/** Counts the references of the parts of one rule, function or velocity, to enforce the limits of references. */
export class ReferenceLimits {
  private readonly seen = new Map<ReferenceKind, Set<string>>()
  private patternsSize = 0
  private readonly limits: Partial<Record<ReferenceKind | 'all', number>>
  constructor(limits: Partial<Record<ReferenceKind | 'all', number>>) {
    this.limits = limits
  }

  /** Adds a reference; returns the limit that it exceeds. */
  add(kind: ReferenceKind, name: string): { n: number; kind: string } | null {
    const names = this.seen.get(kind) ?? new Set<string>()
    names.add(kind === 'pattern' ? name : name.toLowerCase())
    this.seen.set(kind, names)
    const limit = this.limits[kind]
    if (limit !== undefined && names.size > limit) return { n: limit, kind: kinds[kind] }
    const { all } = this.limits
    // A pattern is a text and no resource.
    const resources = [...this.seen].reduce((sum, [each, names]) => (each === 'pattern' ? sum : sum + names.size), 0)
    return all !== undefined && resources > all ? { n: all, kind: 'resources' } : null
  }
  /** Adds a pattern to the size of all; returns false, and adds nothing, for one that is too large beside the others. */
  addPattern(pattern: string): boolean {
    if (this.seen.get('pattern')?.has(pattern) === true) return true
    const size = this.patternsSize + patternSize(pattern)
    if (size > maxPatternSize) return false
    this.patternsSize = size
    return true
  }
  get(kind: ReferenceKind): ReadonlySet<string> {
    return this.seen.get(kind) ?? new Set()
  }
}
