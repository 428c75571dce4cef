import type { CompletionSource } from '@assay/design-system/editor'
import {
  attributeText,
  methodNames,
  type SearchField,
  type SearchFieldType,
  searchOperators,
  signs,
} from '@assay/risk-service/contract'
import type { FindField } from './parse-query.ts'

/** Methods that suit a type, each once: a negated one has its `!` in front of the attribute. */
const methodsOf = (type: SearchFieldType): string[] => [
  ...new Set(
    searchOperators[type].flatMap(op => {
      const name = Object.entries(methodNames).find(([each]) => each === op)?.[1]
      return name === undefined ? [] : [name]
    }),
  ),
]
const signsOf = (type: SearchFieldType): string[] =>
  type === 'number' || type === 'time' ? Object.values(signs) : [signs.eq, signs.neq]

const attribute = /@(?:\w*|"[^"\n]*"?)$/
/** An attribute, then the begin of a method or of a sign. */
const comparison = /@(\w+|"[^"\n]+")(\.\w*|\s+[=!<>]*)$/

/** What can be typed at the end of a text. */
export interface QueryProposal {
  /** Length of what is replaced. */
  length: number
  options: readonly { label: string; detail?: string; apply?: string; type: string }[]
  validFor?: RegExp
}

/**
 * Proposes the fields of the search behind an `@`, and their comparisons behind a field; null where nothing fits.
 * @param options the fields as they are proposed
 * @param explicit it was asked for by a key
 */
export function proposeQuery(
  before: string,
  explicit: boolean,
  options: QueryProposal['options'],
  findField: FindField,
): QueryProposal | null {
  const [, name, tail] = comparison.exec(before) ?? []
  const type = name === undefined ? undefined : findField(name.replaceAll('"', ''))?.type
  if (type !== undefined && tail?.startsWith('.'))
    return {
      length: tail.length - 1,
      options: methodsOf(type).map(label => ({ label, apply: `${label}(`, type: 'method' })),
      validFor: /^\w*$/,
    }
  if (type !== undefined && tail !== undefined)
    return {
      length: tail.trimStart().length,
      options: signsOf(type).map(label => ({ label, type: 'keyword' })),
    }
  const [typed] = attribute.exec(before) ?? []
  if (typed !== undefined) return { length: typed.length, options, validFor: attribute }
  return explicit ? { length: 0, options } : null
}

/**
 * The proposals for the editor.
 * @param describe a field's name in the language of the user, shown beside its id
 */
export function queryCompletions(
  fields: readonly SearchField[],
  findField: FindField,
  describe: (field: SearchField) => string,
): CompletionSource {
  const options = fields.map(field => ({ label: attributeText(field.id), detail: describe(field), type: 'variable' }))
  return ({ state, pos, explicit }) => {
    const proposal = proposeQuery(state.sliceDoc(Math.max(0, pos - 300), pos), explicit, options, findField)
    if (proposal === null) return null
    const { length, options: proposed, validFor } = proposal
    return { from: pos - length, options: [...proposed], ...(validFor ? { validFor } : {}) }
  }
}
