import { expect, it } from 'vitest'
import { firstGeography } from './first-geography.ts'

const environment = (geography: string, createdAt: string, parentId: string | null = null) => ({
  geography,
  createdAt,
  parentId,
})

it('the geography of metadata is that of the root environment that was created first', () => {
  expect(
    firstGeography([
      environment('us', '2026-03-01T00:00:00Z'),
      environment('eu', '2026-01-01T00:00:00+02:00'),
      environment('ca', '2025-01-01T00:00:00Z', 'root'),
    ]),
  ).toBe('eu')
  expect(firstGeography([environment('ca', '2025-01-01T00:00:00Z', 'root')])).toBeNull()
})
