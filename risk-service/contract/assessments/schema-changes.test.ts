import { describe, expect, it } from 'vitest'
import type { AssessmentSchema } from './custom-fields.ts'
import { fieldChangesOf, schemaChangesOf, withSchemaChange } from './schema-changes.ts'

const before: AssessmentSchema = {
  sections: ['metadata', 'user'],
  custom: [
    { name: 'locker', type: 'String' },
    {
      name: 'courier',
      type: 'Object',
      fields: [
        { name: 'id', type: 'String' },
        { name: 'rating', type: 'Double', required: true },
      ],
    },
  ],
}
const after: AssessmentSchema = {
  sections: ['metadata', 'user', 'shipping'],
  custom: [
    { name: 'locker', type: 'String', required: true, friendlyName: 'Parcel locker' },
    {
      name: 'courier',
      type: 'Object',
      fields: [
        { name: 'id', type: 'String', required: true },
        { name: 'rating', type: 'Double' },
        { name: 'depot', type: 'Object', fields: [{ name: 'city', type: 'String' }] },
      ],
    },
    { name: 'giftCards', type: 'Integer' },
  ],
}

describe('changes of a schema', () => {
  it('are sections and fields that are added, and fields that become required, at any depth', () => {
    expect(schemaChangesOf(before, after)).toEqual([
      { kind: 'section', path: 'shipping' },
      { kind: 'required', path: 'custom.locker' },
      { kind: 'required', path: 'custom.courier.id' },
      { kind: 'field', path: 'custom.courier.depot' },
      { kind: 'field', path: 'custom.giftCards' },
    ])
  })
  it('are none for names, samples and what is not required any more', () => {
    const custom = [
      { name: 'locker', type: 'String', friendlyName: 'Other', sample: '114', searchable: true },
      {
        ...before.custom[1],
        fields: [
          { name: 'id', type: 'String' },
          { name: 'rating', type: 'Double' },
        ],
      },
    ] as AssessmentSchema['custom']
    expect(schemaChangesOf(before, { ...before, custom })).toEqual([])
  })
  it('name what is removed, and what has another type', () => {
    expect(
      schemaChangesOf(after, { sections: ['metadata', 'user'], custom: [{ name: 'locker', type: 'Integer' }] }),
    ).toEqual([
      { kind: 'removed', path: 'shipping' },
      { kind: 'type', path: 'custom.locker' },
      { kind: 'removed', path: 'custom.courier' },
      { kind: 'removed', path: 'custom.giftCards' },
    ])
  })
  it('can be made one at a time, and lead to the changed schema together', () => {
    const changes = schemaChangesOf(before, after)
    const only = withSchemaChange(before, after, { kind: 'required', path: 'custom.courier.id' })
    expect(schemaChangesOf(before, only)).toEqual([{ kind: 'required', path: 'custom.courier.id' }])
    const all = changes.reduce((schema, change) => withSchemaChange(schema, after, change), before)
    expect(schemaChangesOf(all, after)).toEqual([])
    expect(all.sections).toEqual(after.sections)
  })
  it('of an observation are those of its fields', () => {
    expect(fieldChangesOf([], [{ name: 'carrier', type: 'String' }])).toEqual([
      { kind: 'field', path: 'custom.carrier' },
    ])
  })
})
