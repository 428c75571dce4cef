export type ReferenceKind = 'function' | 'velocity' | 'external call' | 'list' | 'external assessment'
/** Counts the references of the parts of one rule, function or velocity, to enforce the limits of references. */
export class ReferenceLimits {
  private readonly seen = new Map<ReferenceKind, Set<string>>()
  private readonly limits: Partial<Record<ReferenceKind | 'all', number>>
  constructor(limits: Partial<Record<ReferenceKind | 'all', number>>) {
    this.limits = limits
  }

  /** Adds a reference; returns the limit that it exceeds. */
  add(kind: ReferenceKind, name: string): { n: number; kind: string } | null {
    const names = this.seen.get(kind) ?? new Set<string>()
    names.add(name.toLowerCase())
    this.seen.set(kind, names)
    const limit = this.limits[kind]
    if (limit !== undefined && names.size > limit) return { n: limit, kind: `${kind}s` }
    const { all } = this.limits
    return all !== undefined && [...this.seen.values()].reduce((sum, each) => sum + each.size, 0) > all
      ? { n: all, kind: 'resources' }
      : null
  }
  get(kind: ReferenceKind): ReadonlySet<string> {
    return this.seen.get(kind) ?? new Set()
  }
}
