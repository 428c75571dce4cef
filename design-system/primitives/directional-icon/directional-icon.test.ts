import { expect, it } from 'vitest'
import { mirroredNames } from './directional-icon.tsx'
import { directionalIcons } from './directional-icons.ts'

it('the list of directional icons names every icon that points along the reading direction, and no other', () => {
  expect(directionalIcons.map(icon => icon.displayName).sort()).toEqual([...mirroredNames].sort())
})
