import type { RuleBody } from '@assay/risk-service/contract'
import { referencesOf } from '@assay/risk-service/fql'

const referenceKinds = ['list', 'supportList', 'velocity', 'function', 'externalCall', 'externalAssessment'] as const
type ReferenceKind = (typeof referenceKinds)[number]
export interface RuleReference {
  kind: ReferenceKind
  name: string
  /** Of a custom list, those that are named. */
  columns: string[]
  /** It belongs to the environment of the rule, not to one above. */
  own: boolean
}

const isReferenceKind = (kind: string): kind is ReferenceKind => referenceKinds.some(each => each === kind)

/** What a rule uses, lists first; a part with a syntax error names nothing until it is mended. */
export function ruleReferencesOf(body: Pick<RuleBody, 'condition' | 'clauses'>): RuleReference[] {
  const references = referencesOf(body)
  const columnsOf = (list: string) =>
    references.flatMap(each =>
      each.kind === 'column' && each.list?.toLowerCase() === list.toLowerCase()
        ? [each.name.slice(list.length + 1)]
        : [],
    )
  return references
    .flatMap(({ kind, name, scope: place, setsOnly: sets }): RuleReference[] =>
      sets || !isReferenceKind(kind)
        ? []
        : [{ kind, name, columns: kind === 'list' ? columnsOf(name) : [], own: place === undefined }],
    )
    .toSorted((a, b) => referenceKinds.indexOf(a.kind) - referenceKinds.indexOf(b.kind))
}
