import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Pagination } from './pagination.tsx'

const meta = { title: 'Navigation/Pagination', component: Pagination, args: { summary: 'Rows 101–200 of 214', onPrevious: fn(), onNext: fn() } } satisfies Meta<typeof Pagination>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const [previous, next] = canvas.getAllByRole('button')
    if (previous) await userEvent.click(previous)
    if (next) await userEvent.click(next)
    await expect(args.onPrevious).toHaveBeenCalledOnce()
    await expect(args.onNext).toHaveBeenCalledOnce()
  },
}
export const Matrix: Story = {
  render: args => <div className="grid gap-3"><Pagination {...args} /><Pagination {...args} aria-label="First page" onPrevious={undefined} /><Pagination {...args} aria-label="Last page" onNext={undefined} /><Pagination {...args} aria-label="Loading" loading /></div>,
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = { args: { summary: 'Zeilen 101 bis 200 von ungefähr 214.000 Transaktionen' }, globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { args: { summary: 'الصفوف 101–200 من 214' }, globals: { locale: 'ar-AE' } }
