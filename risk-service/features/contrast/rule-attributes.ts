import {
  type ContrastEntry,
  type DerivedAttribute,
  type RuleVocabulary,
  type SearchColumn,
  velocityKeyPaths,
} from '../../contract/index.ts'
import type { CatalogueField } from '../search/fields/field-types.ts'

/** The attribute of a rule that has the values of what was compared; null where rules have none. */
export type RuleAttributeOf = (attribute: string, field: CatalogueField | null) => ContrastEntry['rule']

/** Rules cross a list without an index. */
const withoutIndex = (paths: readonly string[]): string[] => paths.map(path => path.replaceAll('[0]', ''))

const emails = withoutIndex(velocityKeyPaths.email)
const addresses = withoutIndex(velocityKeyPaths.ip)
/** Where rules find columns that were not read from one attribute of the request: the first that an assessment has. */
const columnPaths: Partial<Record<SearchColumn, readonly string[]>> = {
  email: emails,
  ip: addresses,
  deviceId: withoutIndex(velocityKeyPaths.device),
  userId: ['user.userId'],
  ipCountry: ['calculatedFeatures.ipCountry'],
  amountUsd: ['calculatedFeatures.totalAmountInUSD'],
}
const derivedPaths: Partial<Record<DerivedAttribute, readonly string[]>> = {
  emailDomain: emails,
  ipNetwork: addresses,
  billingIsShippingCountry: ['calculatedFeatures.billingShippingCountryMismatch'],
  ipIsBillingCountry: ['calculatedFeatures.ipBillingCountryMismatch'],
}

/** Creates the look-up of attributes among those that rules of an assessment can name. */
export function createRuleAttributes({ attributes }: Pick<RuleVocabulary, 'attributes'>): RuleAttributeOf {
  const types = new Map(attributes.map(({ path, type }) => [path, type]))
  return (attribute, field) => {
    const path = pathsOf(attribute, field).find(each => types.has(each))
    const type = path === undefined ? undefined : types.get(path)
    if (path === undefined || (type !== 'string' && type !== 'number' && type !== 'boolean')) return null
    // The column has cents.
    return { path, type, scale: field?.id === 'amountUsd' ? 100 : 1 }
  }
}

function pathsOf(attribute: string, field: CatalogueField | null): readonly string[] {
  if (field === null) return derivedPaths[attribute as DerivedAttribute] ?? []
  const { source } = field
  if (source.kind === 'request') return [source.path]
  if (source.kind !== 'column') return []
  return [...(source.path === undefined ? [] : [source.path]), ...(columnPaths[source.column] ?? [])]
}
