import type { RuleVocabulary } from '@assay/risk-service/contract'
import type { FactsOf } from './table-regions.ts'

/** What the attributes of an assessment say about tested expressions: whether one is inside a list, and its words. */
export function attributeFacts(attributes: RuleVocabulary['attributes']): FactsOf {
  const byPath = new Map(attributes.map(each => [each.path.toLowerCase(), each]))
  const isSingle = (path: string): boolean => {
    const steps = path.split('.')
    return (
      byPath.has(path) && steps.every((_, count) => byPath.get(steps.slice(0, count + 1).join('.'))?.type !== 'array')
    )
  }
  return key => {
    const paths = [...key.matchAll(/@"([^"]*)"/g)].map(([, path = '']) => path)
    const attribute = /^@"[^"]*"$/.test(key) ? byPath.get(paths[0] ?? '') : undefined
    return {
      // A name without quotation marks, and the event as a whole, can be anything.
      single: key.replace(/@"[^"]*"/g, '').indexOf('@') < 0 && paths.every(isSingle),
      folded: attribute ? attribute.values !== undefined : null,
    }
  }
}
