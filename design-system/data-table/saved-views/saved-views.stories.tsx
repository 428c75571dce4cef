import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SavedViews, type SavedView } from './saved-views.tsx'

const views: SavedView<{ sort: string }>[] = [
  { id: 'all', name: 'All purchases', state: { sort: 'at' }, default: true },
  { id: 'ring', name: 'Shared device ring', state: { sort: 'score' } },
  { id: 'team', name: 'Lockers', shared: true, state: { sort: 'amount' } },
]
const meta = {
  title: 'Data table/SavedViews',
  component: SavedViews<{ sort: string }>,
  args: { views, value: 'ring', state: { sort: 'at' }, onValueChange: fn(), onSave: fn(), onSaveAs: fn(), onDelete: fn(), onDefaultChange: fn() },
} satisfies Meta<typeof SavedViews<{ sort: string }>>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-col gap-2">
      <SavedViews {...args} state={{ sort: 'score' }} />
      <SavedViews {...args} />
      <SavedViews {...args} value="team" />
      <SavedViews {...args} value={null} />
      <SavedViews {...args} views={[]} value={null} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { views: views.map(view => ({ ...view, name: `${view.name} of the last ninety days without those that were charged back` })) },
  render: args => <div className="w-panel"><SavedViews {...args} /></div>,
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('radio', { name: /Shared device ring/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('radio', { name: /Lockers/ })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(views[2])
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'View actions' })).toHaveFocus()
  },
}
