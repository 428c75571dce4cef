import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { iconSizes } from '../icon/icon.tsx'
import { Spinner } from './spinner.tsx'

const meta = { title: 'Primitives/Spinner', component: Spinner } satisfies Meta<typeof Spinner>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { size: 20 } }
export const Matrix: Story = {
  render: () => (
    <div className="flex items-center gap-3">
      {iconSizes.map(size => (
        <Spinner key={size} size={size} />
      ))}
    </div>
  ),
}
export const LongContent: Story = { globals: { locale: 'qps-ploc' }, args: { standalone: true } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** No text beside it names the work: it has its own accessible text. */
export const Standalone: Story = {
  globals: { locale: 'en-US' },
  args: { standalone: true },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('status').some(region => region.textContent === 'Loading')).toBe(true)
  },
}
/** With reduced motion a static hourglass replaces it. */
export const ReducedMotion: Story = {
  args: { size: 20 },
  play: async ({ canvasElement }) => {
    const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    const [turning, still] = [...canvasElement.querySelectorAll('svg')]
    if (!turning || !still) throw new Error('Spinner draws two glyphs')
    await expect(getComputedStyle(reduced ? turning : still).display).toBe('none')
    await expect(getComputedStyle(reduced ? still : turning).display).not.toBe('none')
    await expect(getComputedStyle(turning).animationName).toBe(reduced ? 'none' : 'ds-spin')
  },
}
