import type { FunctionBody } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { applyFunctionEdit, diagnosticsByPart, functionCallText, newProperty } from './function-draft.ts'

const body: FunctionBody = {
  name: 'Pricing',
  description: '',
  parameters: [{ name: '_qty', type: 'Integer', default: '3' }],
  properties: [{ name: 'Total', description: '', type: 'Double', default: '0.0', code: 'RETURN _qty * 2' }],
  sample: { eventType: 'purchase', payload: {} },
}

it('a function draft gives a parameter of another type a default of that type', () => {
  expect(applyFunctionEdit(body, { type: 'parameter', index: 0, parameter: { type: 'Boolean' } }).parameters).toEqual([
    { name: '_qty', type: 'Boolean', default: 'false' },
  ])
  expect(
    applyFunctionEdit(body, { type: 'parameter', index: 0, parameter: { type: 'Integer' } }).parameters[0]?.default,
  ).toBe('3')
  expect(applyFunctionEdit(body, { type: 'parameter', index: 4, parameter: { name: 'x' } })).toBe(body)
  expect(body.parameters[0]?.type).toBe('Integer')
})

it('a function draft adds parameters and properties under names that are free, up to their limits', () => {
  const two = applyFunctionEdit(applyFunctionEdit(body, { type: 'addParameter' }), { type: 'addParameter' })
  expect(two.parameters.map(({ name }) => name)).toEqual(['_qty', '_value', '_value2'])
  expect(newProperty([{ ...newProperty([]), name: 'RESULT' }]).name).toBe('Result2')
  const full = { ...body, properties: Array.from({ length: 30 }, () => newProperty([])) }
  expect(applyFunctionEdit(full, { type: 'insertProperty', index: 30, property: newProperty([]) })).toBe(full)
})

it('a function draft keeps one property at least, and moves within the list', () => {
  expect(applyFunctionEdit(body, { type: 'removeProperty', index: 0 })).toBe(body)
  const more = applyFunctionEdit(body, { type: 'insertProperty', index: 1, property: newProperty(body.properties) })
  expect(applyFunctionEdit(more, { type: 'moveProperty', index: 0, by: 1 }).properties.map(({ name }) => name)).toEqual(
    ['Result', 'Total'],
  )
  expect(applyFunctionEdit(more, { type: 'moveProperty', index: 1, by: 1 })).toBe(more)
})

it('a function draft writes the call as rules do', () => {
  expect(functionCallText('Functions.parent.Pricing', [{ name: '_qty' }, { name: '_price' }])).toBe(
    'Functions.parent.Pricing(_qty, _price)',
  )
})

it('a function draft shows problems of parameters before those of properties', () => {
  const problem = {
    code: 'FQL2002',
    severity: 'error' as const,
    message: '',
    params: {},
    from: 0,
    to: 1,
    line: 1,
    column: 1,
  }
  expect(
    diagnosticsByPart([
      { ...problem, property: 1, parameter: null },
      { ...problem, property: null, parameter: 0 },
    ]).map(({ part, parameter }) => [part, parameter]),
  ).toEqual([
    [1, null],
    ['condition', 0],
  ])
})
