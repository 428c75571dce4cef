import type { SearchField } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { proposeQuery } from './complete-query.ts'

const fields: SearchField[] = [
  { id: 'riskScore', group: 'scores', type: 'number', many: false, indexed: false },
  { id: 'shippingAddress.city', group: 'addresses', type: 'text', many: false, indexed: false },
]
const options = [
  { label: '@riskScore', type: 'variable' },
  { label: '@"shippingAddress.city"', type: 'variable' },
]
function propose(text: string, explicit = false) {
  const found = proposeQuery(text, explicit, options, id => fields.find(each => each.id === id) ?? null)
  return found && { typed: text.slice(text.length - found.length), labels: found.options.map(({ label }) => label) }
}

it('fields are proposed behind an @, quoted where their path needs it', () => {
  const labels = ['@riskScore', '@"shippingAddress.city"']
  expect(propose('WHEN @')).toEqual({ typed: '@', labels })
  expect(propose('WHEN @ri')).toEqual({ typed: '@ri', labels })
  expect(propose('WHEN @"ship')).toEqual({ typed: '@"ship', labels })
  expect(propose('WHEN ', true)).toEqual({ typed: '', labels })
  expect(propose('WHEN ')).toBeNull()
})

it('comparisons are proposed behind a field, as its type has them', () => {
  expect(propose('WHEN @riskScore ')).toEqual({ typed: '', labels: ['==', '!=', '>', '>=', '<', '<='] })
  expect(propose('WHEN @riskScore.B')).toEqual({ typed: 'B', labels: ['Between'] })
  expect(propose('WHEN @"shippingAddress.city" !')).toEqual({ typed: '!', labels: ['==', '!='] })
  expect(propose('WHEN @"shippingAddress.city".')?.labels).toEqual(['Contains', 'StartsWith', 'EndsWith', 'In'])
  expect(propose('WHEN @unknown.')).toBeNull()
})
