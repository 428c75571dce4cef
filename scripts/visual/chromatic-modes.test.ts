import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { chromaticParameters, storySnapshots } from '../../.storybook/chromatic-modes.ts'
import { isCaptured, storyLocationOf, visualModes } from '../../.storybook/modes.ts'
import { root } from '../test/stages.ts'

/** Snapshots are paid for one by one: at most half of those of every story in every mode. */
const maxShare = 0.5

describe('storySnapshots', () => {
  const file = '/assay/design-system/forms/select/select.stories.tsx'
  const snapshots = (code: string) =>
    Object.fromEntries(storySnapshots(file, code).map(({ story, modes }) => [story, modes]))

  it('storySnapshots takes the modes of the local pictures', () => {
    const names = { Playground: 'Playground', LongContent: 'Long Content' }
    const code = Object.keys(names)
      .map(name => `export const ${name}: Story = { args: {} }`)
      .join('\n')
    for (const [story, name] of Object.entries(names))
      expect(snapshots(code)[story]).toEqual(visualModes.filter(mode => isCaptured(mode, storyLocationOf(file, name))))
    expect(snapshots(code)['LongContent']).toContain('expanded')
    expect(snapshots(code)['Playground']).not.toContain('expanded')
  })
  it('storySnapshots leaves out a mode that a pinned global makes equal to another', () => {
    const { Arabic } = snapshots(`export const Arabic = { globals: { locale: 'ar-AE' } } satisfies Story`)
    expect(Arabic).toEqual(['light', 'dark', 'compact', 'forced'])
    expect(snapshots(`const meta = { globals: { theme: 'dark' } }\nexport const Only: Story = {}`)['Only']).toEqual([
      'light',
      'rtl',
      'compact',
      'forced',
    ])
  })
  it('storySnapshots leaves out what another story shows in that mode', () => {
    const { Dark } = snapshots(
      `export const Matrix: Story = { args: {} }\nexport const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }`,
    )
    expect(Dark).not.toContain('light')
    expect(Dark).not.toContain('dark')
    expect(Dark).toContain('rtl')
  })
  it('storySnapshots keeps a story that differs from the other one in more than its globals', () => {
    const { Open } = snapshots(
      `export const Matrix: Story = { args: {} }\nexport const Open: Story = { ...Matrix, globals: { theme: 'dark' }, play: open }`,
    )
    expect(Open).toContain('light')
  })
})

describe('chromaticParameters', () => {
  it('chromaticParameters divides the modes between the two builds', () => {
    expect(chromaticParameters(['light', 'forced'], false)).toEqual({
      modes: { light: { theme: 'light', locale: 'en-US' } },
    })
    expect(chromaticParameters(['light', 'forced'], true)).toEqual({ forcedColors: 'active' })
  })
  it('chromaticParameters takes no picture of a story without a mode in a build', () => {
    expect(chromaticParameters(['light'], true)).toEqual({ disableSnapshot: true })
    expect(chromaticParameters(['forced'], false)).toEqual({ disableSnapshot: true })
  })
})

it('a full build of both takes a bounded number of snapshots', () => {
  const files = globSync('design-system/**/*.stories.tsx', { cwd: root }).map(name => path.join(root, name))
  const stories = files.map(file => storySnapshots(file, readFileSync(file, 'utf8')))
  const counts = stories.map(own => own.reduce((sum, { modes }) => sum + modes.length, 0))
  // Each file was understood.
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((_, index) => counts[index] === 0)).toEqual([])
  const all = stories.flat().length * visualModes.length
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(maxShare * all)
})
