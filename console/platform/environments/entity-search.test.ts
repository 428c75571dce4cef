import { expect, it } from 'vitest'
import { entitySearch } from './entity-search.ts'

const environmentId = '0198a000-0000-7000-8000-000000000002'

it('the search for an entity of an event covers the environment in which the event counts it', () => {
  expect(String(entitySearch({ environmentId }, { type: 'device', value: 'dv 1' }))).toBe(
    new URLSearchParams({ period: '90d', f: 'deviceId:eq:dv 1', env: environmentId }).toString(),
  )
})

it('an entity without a column of the search has no search', () => {
  expect(entitySearch({ environmentId }, { type: 'address', value: 'Hauptstr. 1' })).toBeNull()
})
