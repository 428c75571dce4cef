import { expect, it } from 'vitest'
import { requestFacts, requestSections } from './request-facts.ts'

it('values come in the order of the request, without empty, omitted and nested ones', () => {
  const user = {
    userId: 'u1',
    language: 'de',
    email: '',
    isEmailValidated: false,
    age: 0,
    tags: ['a'],
    home: { city: 'Ulm' },
  }
  expect(requestFacts(user, { omit: new Set(['userId']) })).toEqual([
    { path: 'language', value: 'de' },
    { path: 'isEmailValidated', value: false },
    { path: 'age', value: 0 },
  ])
  expect(requestFacts(user, { nested: true, prefix: 'user.' }).map(({ path, value }) => [path, value])).toEqual([
    ['user.userId', 'u1'],
    ['user.language', 'de'],
    ['user.isEmailValidated', false],
    ['user.age', 0],
    ['user.tags', 'a'],
    ['user.home.city', 'Ulm'],
  ])
})

it('a value has its place in the whole request, by which it is searched, and a list of values has none', () => {
  expect(requestFacts({ language: 'de', visits: { last: 3 }, tags: ['a', 'b'] }, { nested: true, at: 'user' })).toEqual(
    [
      { path: 'language', value: 'de', field: 'user.language' },
      { path: 'visits.last', value: 3, field: 'user.visits.last' },
      { path: 'tags', value: 'a, b' },
    ],
  )
  expect(requestFacts({ currency: 'EUR' }, { at: '' })).toEqual([{ path: 'currency', value: 'EUR', field: 'currency' }])
})

it('every part of a request without a card of its own is a section, and each element of a list an entry', () => {
  const sections = requestSections({
    purchaseId: 'p1',
    user: { userId: 'u1' },
    customData: { giftMessage: 'Hi', empty: null },
    phone: [{ phoneNumber: '1' }, {}, { phoneNumber: '2' }],
    nothing: { here: '' },
  })
  expect(sections).toEqual([
    {
      name: 'customData',
      entries: [[{ path: 'customData.giftMessage', value: 'Hi', field: 'customData.giftMessage' }]],
    },
    {
      name: 'phone',
      entries: [
        [{ path: 'phone.phoneNumber', value: '1', field: 'phone.phoneNumber' }],
        [{ path: 'phone.phoneNumber', value: '2', field: 'phone.phoneNumber' }],
      ],
    },
  ])
})

it('a request that is nested without an end is read to a fixed depth', () => {
  const endless: Record<string, unknown> = { value: 1 }
  endless['self'] = endless
  expect(requestFacts(endless, { nested: true }).length).toBeLessThan(10)
})
