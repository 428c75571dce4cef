import { expect, it } from 'vitest'
import { layers } from './scale.ts'

it('dialogs and popovers share a layer, so that the one that opened later lies on top', () => {
  expect(layers.popover).toBe(layers.dialog)
})
