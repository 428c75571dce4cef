import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { type SavedView, SavedViews } from './saved-views.tsx'

const views: SavedView<{ sort: string }>[] = [
  { id: 'all', name: 'All purchases', state: { sort: 'at' }, default: true },
  { id: 'ring', name: 'Shared device ring', state: { sort: 'score' } },
  { id: 'team', name: 'Lockers', shared: true, state: { sort: 'amount' } },
]
const meta = {
  title: 'Data table/SavedViews',
  component: SavedViews<{ sort: string }>,
  args: {
    views,
    value: 'ring',
    state: { sort: 'at' },
    onValueChange: fn(),
    onSave: fn(),
    onSaveAs: fn(),
    onRename: fn(),
    onDelete: fn(),
    onDefaultChange: fn(),
    onCopyLink: fn(),
  },
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
  args: {
    views: views.map(view => ({
      ...view,
      name: `${view.name} of the last ninety days without those that were charged back`,
    })),
  },
  render: args => (
    <div className="w-panel max-w-full">
      <SavedViews {...args} />
    </div>
  ),
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
/** Renaming starts with the current name; names of other views are refused. */
export const Rename: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'View actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename or share…' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('Shared device ring')
    await userEvent.clear(name)
    await userEvent.type(name, 'lockers')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(screen.getByText('Another view has this name.')).toBeVisible()
    await userEvent.clear(name)
    await userEvent.type(name, 'Rings')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Share with the team' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(args.onRename).toHaveBeenCalledWith('ring', { name: 'Rings', shared: true })
  },
}
/** The page stores the name being typed: with a stored one the form is open, and every input is reported. */
export const KeptName: Story = {
  globals: { locale: 'en-US' },
  args: { nameEdit: { id: null, name: 'Night', shared: true }, onNameEditChange: fn() },
  play: async ({ userEvent, args }) => {
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('Night')
    await expect(screen.getByRole('checkbox', { name: 'Share with the team' })).toBeChecked()
    await userEvent.type(name, 's')
    await expect(args.onNameEditChange).toHaveBeenLastCalledWith({ id: null, name: 'Nights', shared: true })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await expect(args.onNameEditChange).toHaveBeenLastCalledWith(null)
  },
}
/** Nothing can be stored: the menu shows the reason, a view can still be used and its link copied. */
export const Unavailable: Story = {
  globals: { locale: 'en-US' },
  args: { unavailable: 'Nothing can be saved until the connection is back.' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'View actions' }))
    await expect(await screen.findByText('Nothing can be saved until the connection is back.')).toBeVisible()
    for (const name of ['Save changes', 'Save as…', 'Rename or share…', 'Delete view'])
      await expect(screen.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
    await expect(screen.getByRole('menuitem', { name: 'Discard changes' })).not.toHaveAttribute('aria-disabled')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Copy link' }))
    await expect(args.onCopyLink).toHaveBeenCalledWith(views[1])
    await expect(args.onDelete).not.toHaveBeenCalled()
  },
}
/** However long the list of views, the current one is visible. */
export const ChosenInSight: Story = {
  args: {
    views: Array.from({ length: 9 }, (_, i) => ({ id: `v${i}`, name: `View number ${i + 1}`, state: { sort: 'at' } })),
    value: 'v6',
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas }) => {
    const chosen = canvas.getByRole('radio', { name: 'View number 7' })
    const [around, item] = [chosen.parentElement!, chosen].map(element => element.getBoundingClientRect())
    await expect(item!.left).toBeGreaterThanOrEqual(around!.left - 1)
    await expect(item!.right).toBeLessThanOrEqual(around!.right + 1)
  },
}
export const ChosenInSightRightToLeft: Story = { ...ChosenInSight, globals: { locale: 'qps-plocm' } }
/** The page can undo a deletion: there is no confirmation. */
export const UndoableDelete: Story = {
  globals: { locale: 'en-US' },
  args: { undoable: true },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'View actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete view' }))
    await waitFor(() => expect(args.onDelete).toHaveBeenCalledWith('ring'))
    await expect(screen.queryByRole('alertdialog')).toBeNull()
  },
}
