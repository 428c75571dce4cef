import { expect, it } from 'vitest'
import { colors } from '../tokens/color.ts'
import { designTokens, designTokensAddress } from './design-tokens.ts'

it('the file of design tokens has every colour of both themes in its own colour space', () => {
  expect(Object.keys(designTokens.color.light)).toEqual(['$type', ...Object.keys(colors)])
  expect(Object.keys(designTokens.color.dark)).toEqual(['$type', ...Object.keys(colors)])
  expect(designTokens.color.light['canvas']).toEqual({
    $value: { colorSpace: 'oklch', components: [0.972, 0.004, 250] },
  })
})

it('lengths have a value and a unit, names neither dots nor braces', () => {
  expect(designTokens.space['1_5']).toEqual({ $value: { value: 0.375, unit: 'rem' } })
  expect(designTokens['font-size']['xs']).toEqual({ $value: { value: 0.75, unit: 'rem' } })
  const file = JSON.parse(decodeURIComponent(designTokensAddress.slice('data:application/json,'.length))) as object
  expect(file).toEqual(designTokens)
  for (const [name, value] of Object.entries(file)) {
    expect(name).not.toMatch(/[.{}]/)
    expect(Object.keys(value as object).join()).not.toMatch(/[.{}]/)
  }
})
