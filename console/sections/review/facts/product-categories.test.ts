import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { categoryOf, productCategories } from './product-categories.ts'

/** Every list of known categories in the schema of a purchase. */
function known(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const values =
      key === 'category' && typeof inner === 'object' && inner !== null && 'x-known-values' in inner
        ? inner['x-known-values']
        : undefined
    return Array.isArray(values) ? values.map(String) : known(inner)
  })
}

describe('categories of products', () => {
  it('categories of products have a name each that the schema knows, and the one that clients send besides', () => {
    const schema: unknown = JSON.parse(
      readFileSync(
        new URL('../../../../risk-service/contract/schemas/purchases/purchase.schema.json', import.meta.url),
        'utf8',
      ),
    )
    expect([...productCategories].toSorted()).toEqual([...new Set([...known(schema), 'Other'])].toSorted())
  })
  it('categories of products stay as they came where nobody knows them', () => {
    expect(categoryOf('GiftCard')).toBe('GiftCard')
    expect(categoryOf('Second-hand')).toBeNull()
  })
})
