import { expect, it } from 'vitest'
import { graphLimits } from '../../../contract/index.ts'
import { countedPerUser } from './neighbours.ts'

it.each([
  ['one user', 1, graphLimits.countedEvents],
  ['a small ring', 30, graphLimits.countedEvents],
  ['a ring of three hundred', 300, 20],
  ['all users of the largest picture', 2000, 5],
])('of %s so many events of each are counted that an answer takes no longer', (_, users, events) => {
  expect(countedPerUser(users)).toBe(events)
})
