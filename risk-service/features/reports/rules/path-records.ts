import type { ReportView } from '../../../contract/reports/report-definitions.ts'
import type { RuleReference } from '../../../contract/reports/reports.ts'
import type { RulesInput } from '../../../contract/reports/rules-report.ts'
import { clauseName } from '../model/records/filter-records.ts'
import { outcomeRecords, type VolumeRecord } from '../summary/volume-records.ts'
import { pathKeyOf } from './merge-volumes.ts'
import type { PathVolume, PublishedRule, StoredPath } from './rules-reads.ts'

/** The rules that a report names, each by one key in all records, whatever it was called in an event. */
export class RuleNames {
  readonly #published: ReadonlyMap<string, PublishedRule>
  readonly #eventNames = new Map<string, Set<string>>()
  constructor(published: readonly PublishedRule[], paths: readonly StoredPath[]) {
    this.#published = new Map(published.map(rule => [rule.id, rule]))
    for (const { rule_id, rule, observed } of paths) {
      if (rule_id !== null && rule !== null) this.#add(rule_id, rule)
      for (const [id, name] of observed) this.#add(id, name)
    }
  }

  #add(id: string, name: string): void {
    const names = this.#eventNames.get(id)
    if (names === undefined) this.#eventNames.set(id, new Set([name]))
    else names.add(name)
  }

  /** Returns the key of a rule. Keys sort by the names of rules. */
  keyOf(id: string): string {
    return `${this.#nameOf(id)}\u0000${id}`
  }

  #nameOf(id: string): string {
    // A deleted rule has the last of its names.
    return this.#published.get(id)?.name ?? [...(this.#eventNames.get(id) ?? [])].at(-1) ?? ''
  }

  describe(id: string) {
    const published = this.#published.get(id)
    return {
      ruleId: id,
      name: this.#nameOf(id),
      eventNames: [...(this.#eventNames.get(id) ?? [])],
      status: published?.status ?? ('deleted' as const),
      environmentId: published?.environment_id ?? null,
    }
  }
}

const idLength = 36
const clauseSeparator = ' / '

/** Returns the rule or clause of a key of `RuleNames`, or of the name of a clause that begins with one. */
export function referenceOf(key: string): RuleReference {
  const start = key.indexOf('\u0000') + 1
  const ruleId = key.slice(start, start + idLength)
  const rest = key.slice(start + idLength)
  return { ruleId, clause: rest === '' ? null : rest.slice(clauseSeparator.length) }
}

/** Returns records of volumes with what rules said of them. */
export function pathRecords(
  rows: readonly PathVolume[],
  paths: readonly StoredPath[],
  names: RuleNames,
  view: ReportView,
): VolumeRecord[] {
  const results = new Map(
    paths.map(({ environment_id, path, rule_id, clause, observed }) => [
      pathKeyOf({ environment_id, path }),
      {
        rule: rule_id === null ? null : names.keyOf(rule_id),
        clause: rule_id === null ? null : clause,
        observe: observed.map(([id, , seen]) => ({ rule: names.keyOf(id), clause: seen })),
      },
    ]),
  )
  return outcomeRecords(rows, view).map((each, index) => {
    const row = rows[index]
    return { ...each, record: { ...each.record, ...(row && results.get(pathKeyOf(row))) } }
  })
}

/** Names of the rules, or of their clauses, that decided or observed a record. */
export const namesOf = (
  { record: { rule, clause, observe } }: Pick<VolumeRecord, 'record'>,
  kind: RulesInput['kind'],
): { rules: string[]; clauses: string[] } => {
  const seen = kind === 'observe' ? observe : rule === null ? [] : [{ rule, clause }]
  return { rules: seen.map(each => each.rule), clauses: seen.map(each => clauseName(each.rule, each.clause)) }
}

/** Returns a test whether any of the chosen rules or clauses decided or observed a record; none chosen: any rule. */
export function choiceTest(
  { kind, rules }: Pick<RulesInput, 'kind' | 'rules'>,
  names: RuleNames,
): (each: VolumeRecord) => boolean {
  const chosen = new Set(rules.map(({ ruleId, clause }) => clauseName(names.keyOf(ruleId), clause)))
  return each => {
    const found = namesOf(each, kind)
    if (chosen.size === 0) return found.rules.length > 0
    return found.rules.some(name => chosen.has(name)) || found.clauses.some(name => chosen.has(name))
  }
}
