import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Progress } from './progress.tsx'

const meta = {
  title: 'Feedback/Progress',
  component: Progress,
  args: { label: 'Blocked lockers.csv', value: 62 },
} satisfies Meta<typeof Progress>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar', { name: 'Blocked lockers.csv' })
    await expect(bar).toHaveAttribute('aria-valuenow', '62')
    await expect(bar).toHaveAttribute('aria-valuetext', '62%')
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <Progress {...args} value={0} />
      <Progress {...args} remaining={8000} />
      <Progress {...args} rate="1.2 MB/s" remaining={222_000} />
      <Progress {...args} value={100} />
      <Progress {...args} label="Building the environment" steps={{ current: 2, count: 5 }} />
      <Progress label="Checking rows" value={null} />
      <Progress {...args} label="Own words" detail="480 of 775 rows" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RateAndRemaining: Story = {
  globals: { locale: 'en-US' },
  args: { rate: '1.2 MB/s', remaining: 8000 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '62%, 1.2 MB/s, 8s left')
    await expect(canvas.getByText('62%, 1.2 MB/s, 8s left')).toBeVisible()
  },
}
export const Steps: Story = {
  globals: { locale: 'en-US' },
  args: { label: 'Building the environment', steps: { current: 2, count: 5 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Step 2 of 5')
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  },
}
/** Unknown duration: no value, the text says that the work continues, and nothing moves. */
export const Indeterminate: Story = {
  globals: { locale: 'en-US' },
  args: { value: null, rate: '340 rows/s' },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar')
    await expect(bar).not.toHaveAttribute('aria-valuenow')
    await expect(bar).toHaveAttribute('aria-valuetext', 'In progress, 340 rows/s')
  },
}
function Upload() {
  const [value, setValue] = useState(10)
  return (
    <div className="flex flex-col gap-3">
      <Progress label="Blocked lockers.csv" value={value} announced />
      <Button onClick={() => setValue(value + 45)}>Go on</Button>
    </div>
  )
}
/** Quarters are announced, not every step. */
export const Announced: Story = {
  globals: { locale: 'en-US' },
  render: () => <Upload />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Go on' }))
    await waitFor(
      () =>
        expect(canvas.getAllByRole('status', { hidden: true }).some(region => region.textContent === '55%')).toBe(true),
      { timeout: 3000 },
    )
  },
}
export const OddValues: Story = {
  render: args => (
    <div className="grid gap-4">
      <Progress {...args} value={-20} />
      <Progress {...args} value={1e9} />
      <Progress {...args} value={Number.NaN} />
      <Progress {...args} max={0} />
      <Progress {...args} steps={{ current: 9, count: 0 }} />
    </div>
  ),
}
export const LongContent: Story = {
  args: {
    label: 'Gesperrte-Abholstationen-mit-abweichender-Lieferadresse-2026.csv',
    rate: '1,2 MB/s',
    remaining: 8000,
  },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
/** Fills from the inline start. */
export const RightToLeft: Story = {
  ...Matrix,
  globals: { locale: 'ar-AE' },
  play: async ({ canvas }) => {
    const [, bar] = canvas.getAllByRole('progressbar')
    const indicator = bar?.firstElementChild?.getBoundingClientRect()
    await expect(Math.abs((indicator?.right ?? 0) - (bar?.getBoundingClientRect().right ?? 99))).toBeLessThan(2)
  },
}
