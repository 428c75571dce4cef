import type { Meta, StoryObj } from '@storybook/react-vite'
import { ArrowLeftRight, Trash2, UserPlus } from 'lucide-react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import {
  DropdownMenu, DropdownMenuCheckboxItem, DropdownMenuContent, DropdownMenuItem, DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem,
  DropdownMenuSeparator, DropdownMenuSub, DropdownMenuSubContent, DropdownMenuSubTrigger, DropdownMenuTrigger,
} from './dropdown-menu.tsx'

const onTransfer = fn()
const onAssign = fn()

const meta = {
  title: 'Overlays/DropdownMenu',
  component: DropdownMenuContent,
  render: (args, { globals }) => {
    const arabic = globals.locale === 'ar-AE'
    return (
      <div className="min-h-[24rem]">
        <DropdownMenu>
          <DropdownMenuTrigger asChild><Button>{arabic ? 'إجراءات' : 'Actions'}</Button></DropdownMenuTrigger>
          <DropdownMenuContent {...args}>
            <DropdownMenuSub>
              <DropdownMenuSubTrigger start={<Icon icon={UserPlus} />}>{arabic ? 'إسناد' : 'Assign'}</DropdownMenuSubTrigger>
              <DropdownMenuSubContent>
                <DropdownMenuItem onSelect={onAssign}>Ana Lindqvist</DropdownMenuItem>
                <DropdownMenuItem>Jarl Solheim</DropdownMenuItem>
              </DropdownMenuSubContent>
            </DropdownMenuSub>
            <DropdownMenuItem start={<Icon icon={ArrowLeftRight} />} shortcut="T" onSelect={onTransfer}>{arabic ? 'نقل' : 'Transfer'}</DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="danger" start={<Icon icon={Trash2} />}>{arabic ? 'حذف قائمة الانتظار' : 'Delete queue'}</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
    )
  },
} satisfies Meta<typeof DropdownMenuContent>
export default meta
type Story = StoryObj<typeof meta>

const open: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole('button'))
  await screen.findByRole('menu')
}

export const Playground: Story = { play: open }
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    onTransfer.mockClear()
    onAssign.mockClear()
    await userEvent.tab()
    const button = canvas.getByRole('button', { name: 'Actions' })
    await userEvent.keyboard('{ArrowDown}')
    await expect(await screen.findByRole('menuitem', { name: 'Assign' })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(screen.getByRole('menuitem', { name: 'Delete queue' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Ana Lindqvist' })).toHaveFocus())
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Assign' })).toHaveFocus())
    await userEvent.keyboard('tr')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /Transfer/ })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await expect(onTransfer).toHaveBeenCalledOnce()
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await expect(button).toHaveFocus()
  },
}
/** The submenu opens the way the text runs: the left arrow leads into it. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: 'إجراءات' }).focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'إسناد' })).toHaveFocus())
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Ana Lindqvist' })).toHaveFocus())
  },
}
export const Checks: Story = {
  render: args => (
    <div className="min-h-[24rem]">
      <DropdownMenu>
        <DropdownMenuTrigger asChild><Button>View</Button></DropdownMenuTrigger>
        <DropdownMenuContent {...args}>
          <DropdownMenuLabel>Columns</DropdownMenuLabel>
          <DropdownMenuCheckboxItem checked>Risk score</DropdownMenuCheckboxItem>
          <DropdownMenuCheckboxItem checked={false}>Device ID</DropdownMenuCheckboxItem>
          <DropdownMenuSeparator />
          <DropdownMenuLabel>Density</DropdownMenuLabel>
          <DropdownMenuRadioGroup value="comfortable">
            <DropdownMenuRadioItem value="compact">Compact</DropdownMenuRadioItem>
            <DropdownMenuRadioItem value="comfortable">Comfortable</DropdownMenuRadioItem>
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  ),
  play: open,
}
