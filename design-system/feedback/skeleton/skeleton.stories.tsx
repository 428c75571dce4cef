import type { Meta, StoryObj } from '@storybook/react-vite'
import { Skeleton, SkeletonRows } from './skeleton.tsx'

const meta = { title: 'Feedback/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { className: 'w-1/2' } }
/** Rows as high as those that are coming, in each density. */
export const Matrix: Story = { render: () => <div aria-busy className="grid grid-cols-2 gap-4"><SkeletonRows /><div data-density="compact"><SkeletonRows rows={6} /></div></div> }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
