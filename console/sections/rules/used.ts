import type { RuleBody } from '@assay/risk-service/contract'
import { referencesOf } from '@assay/risk-service/fql'

const usedKinds = ['list', 'supportList', 'velocity', 'function', 'externalCall', 'externalAssessment'] as const
type UsedKind = (typeof usedKinds)[number]
export interface Used {
  kind: UsedKind
  name: string
  /** Of a custom list, those that are named. */
  columns: string[]
  /** It belongs to the environment of the rule, not to one above. */
  own: boolean
}

const isKind = (kind: string): kind is UsedKind => usedKinds.some(each => each === kind)

/** What a rule uses, lists first; a part with a syntax error names nothing until it is mended. */
export function usedBy(body: Pick<RuleBody, 'condition' | 'clauses'>): Used[] {
  const references = referencesOf(body)
  const columnsOf = (list: string) =>
    references.flatMap(each =>
      each.kind === 'column' && each.list?.toLowerCase() === list.toLowerCase()
        ? [each.name.slice(list.length + 1)]
        : [],
    )
  return references
    .flatMap(({ kind, name, place, sets }): Used[] =>
      sets || !isKind(kind)
        ? []
        : [{ kind, name, columns: kind === 'list' ? columnsOf(name) : [], own: place === undefined }],
    )
    .toSorted((a, b) => usedKinds.indexOf(a.kind) - usedKinds.indexOf(b.kind))
}
