import { describe, expect, it } from 'vitest'
import { gradeEvent } from './grade-event.ts'

const rules = [
  { id: 'a', paths: ['totalAmount', 'shippingAddress.country'] },
  { id: 'b', paths: ['shippingAddress.zipCode', 'shippingAddress.country'] },
  { id: 'c', paths: ['user.email'] },
  { id: 'd', paths: ['paymentInstrumentList.bin'] },
  { id: 'e', paths: [] },
]

describe('the grade of an event', () => {
  it('counts the fields that rules read, and the rules that would see more, by part', () => {
    // 5 fields: totalAmount and bin are there.
    expect(gradeEvent({ totalAmount: 10, paymentInstrumentList: [{}, { bin: '453201' }] }, rules)).toEqual({
      rules: 4,
      fields: 5,
      present: 2,
      missing: [
        { part: 'shippingAddress', fields: ['shippingAddress.country', 'shippingAddress.zipCode'], rules: 2 },
        { part: 'user', fields: ['user.email'], rules: 1 },
      ],
    })
  })

  it('counts a rule once for a part, of which it reads several fields, and only where one is missing', () => {
    const { present, missing } = gradeEvent({ shippingAddress: { country: 'HR' } }, rules)
    expect(present).toBe(1)
    expect(missing[0]).toEqual({ part: 'paymentInstrumentList', fields: ['paymentInstrumentList.bin'], rules: 1 })
    expect(missing.find(({ part }) => part === 'shippingAddress')).toEqual({
      part: 'shippingAddress',
      fields: ['shippingAddress.zipCode'],
      rules: 1,
    })
  })

  it('is complete with every field, whatever the letter case of names', () => {
    const sent = {
      TotalAmount: 0,
      ShippingAddress: { Country: 'HR', ZipCode: '10000' },
      User: { Email: 'a@b.example' },
      PaymentInstrumentList: [{ Bin: '453201' }],
    }
    expect(gradeEvent(sent, rules)).toMatchObject({ fields: 5, present: 5, missing: [] })
  })

  it.each([
    [false, 1],
    [0, 1],
    ['', 0],
    [null, 0],
    [undefined, 0],
    [{}, 0],
    [[], 0],
    [[''], 0],
    [{ inner: 1 }, 1],
  ])('takes %j as a value or none', (value, present) => {
    expect(gradeEvent({ field: value }, [{ id: 'a', paths: ['field'] }]).present).toBe(present)
  })

  it('of an environment without rules has nothing to count', () => {
    expect(gradeEvent({ totalAmount: 1 }, [])).toEqual({ rules: 0, fields: 0, present: 0, missing: [] })
  })

  it('takes names of two rules in another letter case as one field', () => {
    const found = gradeEvent({}, [
      { id: 'a', paths: ['user.email'] },
      { id: 'b', paths: ['User.Email'] },
    ])
    expect(found).toEqual({
      rules: 2,
      fields: 1,
      present: 0,
      missing: [{ part: 'user', fields: ['user.email'], rules: 2 }],
    })
  })
})
