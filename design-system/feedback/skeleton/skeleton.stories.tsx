import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { LoadingRegion } from './loading-region.tsx'
import { Skeleton, SkeletonChart, SkeletonRows, SkeletonText, SkeletonTile } from './skeleton.tsx'

const meta = {
  title: 'Feedback/Skeleton',
  component: Skeleton,
  subcomponents: { LoadingRegion, SkeletonText, SkeletonRows },
} satisfies Meta<typeof Skeleton>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { className: 'w-1/2' } }
/** Each kind; rows as high as the real ones, in each density. */
export const Matrix: Story = {
  render: () => (
    <div aria-busy className="grid grid-cols-2 gap-6">
      <SkeletonRows />
      <div data-density="compact">
        <SkeletonRows rows={6} />
      </div>
      <SkeletonText lines={4} />
      <SkeletonTile />
      <SkeletonChart className="col-span-2" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
const rules = ['Shared device ring', 'Card testing at night', 'Gift cards above EUR 500', 'New account, high value']

function Page() {
  const [loading, setLoading] = useState(true)
  return (
    <div className="flex flex-col gap-4">
      <Button onClick={() => setLoading(false)}>Arrive</Button>
      <LoadingRegion id="rows" loading={loading} name="rules" skeleton={<SkeletonRows rows={4} />}>
        {rules.map(rule => (
          <div key={rule} className="flex h-row items-center border-be border-line-subtle px-cell-x last:border-be-0">
            {rule}
          </div>
        ))}
      </LoadingRegion>
      <LoadingRegion id="text" loading={loading} name="description" skeleton={<SkeletonText lines={2} />}>
        <p>Devices that several accounts use within days.</p>
        <p>Written by Ana Lindqvist.</p>
      </LoadingRegion>
      <LoadingRegion id="tile" loading={loading} name="figure" skeleton={<SkeletonTile />}>
        <p className="text-xs text-fg-muted">Rejected</p>
        <p className="text-2xl font-medium">1,204</p>
        <p className="text-xs text-fg-muted">0.6 % more than yesterday</p>
      </LoadingRegion>
    </div>
  )
}
/** Busy, announced once after half a second, and the content has exactly the same size. */
export const ToContent: Story = {
  globals: { locale: 'en-US' },
  render: () => <Page />,
  play: async ({ canvas, userEvent }) => {
    const boxes = () =>
      ['rows', 'text', 'tile'].map(id => {
        const box = document.getElementById(id)?.getBoundingClientRect()
        return [box?.top, box?.height, box?.width]
      })
    await expect(document.getElementById('rows')).toHaveAttribute('aria-busy', 'true')
    await waitFor(
      () =>
        expect(
          canvas.getAllByRole('status', { hidden: true }).some(region => /^Loading /.test(region.textContent)),
        ).toBe(true),
      { timeout: 3000 },
    )
    const before = boxes()
    await userEvent.click(canvas.getByRole('button', { name: 'Arrive' }))
    await expect(canvas.getByText('Shared device ring')).toBeVisible()
    await expect(boxes()).toEqual(before)
    await expect(document.getElementById('rows')).not.toHaveAttribute('aria-busy')
  },
}
export const LongContent: Story = { ...Matrix, globals: { locale: 'qps-ploc' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
