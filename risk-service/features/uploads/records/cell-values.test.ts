import { expect, it } from 'vitest'
import { uploadEntities as contractEntities, uploadEntityNames, uploadFormats } from '../../../contract/index.ts'
import { formatsOfType } from '../../../upload-files/check/format-scan.ts'
import { findEntity, uploadEntities } from '../../../upload-files/entities/entities.ts'
import { compileReadCell } from '../../../upload-files/values/cell-values.ts'

it.each([
  ['datetime', undefined, '2019-03-14T20:18:11.254+02:00', '2019-03-14T20:18:11.254+02:00'],
  ['datetime', 'day-month-year', '3.4.2024 10:00', '2024-04-03T10:00:00.000Z'],
  ['datetime', 'seconds-since-1970', '1700000000', '2023-11-14T22:13:20.000Z'],
  ['double', undefined, '-12.50', -12.5],
  ['double', 'decimal-comma', '1.234,56', 1234.56],
  ['double', 'decimal-comma', '1.234', 1234],
  ['double', 'decimal-comma', '12.5', 12.5],
  ['double', 'grouped', '1,234.56', 1234.56],
  ['int', 'grouped', '12,345', 12_345],
  ['boolean', undefined, 'TRUE', true],
  ['boolean', 'yes-no', 'n', false],
  ['boolean', 'one-zero', '1', true],
  ['json', undefined, '{"a":[1]}', { a: [1] }],
  ['string', undefined, '007', '007'],
  ['string', undefined, '', undefined],
] as const)('a %s in the format %s: %s', (type, format, cell, value) => {
  expect(compileReadCell({ type }, format)(cell)).toEqual(value)
})

it('the entities of the contract are those of the files', () => {
  expect([...uploadEntityNames].sort()).toEqual(uploadEntities.map(({ name }) => name).sort())
  for (const name of uploadEntityNames) {
    const definition = findEntity(name)
    const { area, dataType, required } = contractEntities[name]
    expect(definition, name).toMatchObject({ area })
    const group = uploadEntities.filter(each => each.group === definition?.group).map(each => each.name)
    expect(group.sort(), name).toEqual(
      uploadEntityNames.filter(each => contractEntities[each].dataType === dataType).sort(),
    )
    const needed = definition?.columns.filter(({ requirement }) => requirement !== undefined).map(column => column.name)
    expect([...required].sort(), name).toEqual(needed?.sort())
  }
})

it('the formats of the contract are those of the types', () => {
  expect(uploadFormats.datetime).toEqual(formatsOfType('datetime'))
  expect(uploadFormats.number).toEqual(formatsOfType('double'))
  expect(uploadFormats.boolean).toEqual(formatsOfType('boolean'))
  expect(formatsOfType('string')).toEqual([])
})
