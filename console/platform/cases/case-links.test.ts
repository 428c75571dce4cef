import { expect, it } from 'vitest'
import { casePath } from './case-links.ts'

it('an id with signs of an address stays one step of the path', () => {
  expect(casePath('q', { eventType: 'purchase', environmentId: 'e', externalId: 'a/b?c' })).toBe(
    '/casemanagement/queues/q/purchase/e/a%2Fb%3Fc',
  )
})
