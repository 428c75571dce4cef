import { complete } from '@assay/risk-service/fql'
import { expect, it } from 'vitest'
import { buildFunctionScopes } from './resource-names.ts'

const made = (name: string, call: string, status: 'published' | 'draft' = 'published') => ({
  name,
  call,
  status,
  parameters: [{ name: '_qty', type: 'Integer' as const }],
  properties: ['Total'],
})

it('the completion offers functions where a call reaches them, and no drafts', () => {
  const functions = buildFunctionScopes([
    made('Pricing', 'Functions.Pricing'),
    made('Shared', 'Functions.parent.Shared'),
    made('Top', 'Functions.root.Top'),
    made('Later', 'Functions.Later', 'draft'),
  ])
  expect(
    [functions.own, functions.parent, functions.root].map(each => [...(each?.values() ?? [])].map(({ name }) => name)),
  ).toEqual([['Pricing'], ['Shared'], ['Top']])
  const text = 'RETURN Review() WHEN Functions.'
  expect(
    complete(text, text.length, 'clause', { attributes: new Map(), functions }).map(({ label }) => label),
  ).toContain('Pricing')
})
