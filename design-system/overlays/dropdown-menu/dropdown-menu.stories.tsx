import type { Meta, StoryObj } from '@storybook/react-vite'
import { ArrowLeftRight, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuLinkItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx'

const onTransfer = fn()
const onAssign = fn()

const meta = {
  title: 'Overlays/DropdownMenu',
  component: DropdownMenuContent,
  subcomponents: { DropdownMenuItem, DropdownMenuCheckboxItem, DropdownMenuRadioItem, DropdownMenuSubTrigger },
  render: (args, { globals }) => {
    const arabic = globals.locale === 'ar-AE'
    return (
      <div className="min-h-[24rem]">
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button>{arabic ? 'إجراءات' : 'Actions'}</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent {...args}>
            <DropdownMenuSub>
              <DropdownMenuSubTrigger start={<Icon icon={UserPlus} />}>
                {arabic ? 'إسناد' : 'Assign'}
              </DropdownMenuSubTrigger>
              <DropdownMenuSubContent>
                <DropdownMenuItem onSelect={onAssign}>Ana Lindqvist</DropdownMenuItem>
                <DropdownMenuItem>Jarl Solheim</DropdownMenuItem>
              </DropdownMenuSubContent>
            </DropdownMenuSub>
            <DropdownMenuItem start={<Icon icon={ArrowLeftRight} />} shortcut="T" onSelect={onTransfer}>
              {arabic ? 'نقل' : 'Transfer'}
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="danger" start={<Icon icon={Trash2} />}>
              {arabic ? 'حذف قائمة الانتظار' : 'Delete queue'}
            </DropdownMenuItem>
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
/** The submenu opens in the reading direction: the left arrow enters it. */
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
export const Matrix: Story = {
  render: args => (
    <div className="min-h-[24rem]">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button>Queue</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent {...args}>
          <DropdownMenuLabel>Case</DropdownMenuLabel>
          <DropdownMenuItem start={<Icon icon={UserPlus} />}>Assign</DropdownMenuItem>
          <DropdownMenuItem start={<Icon icon={ArrowLeftRight} />} shortcut="T">
            Transfer
          </DropdownMenuItem>
          <DropdownMenuItem disabled>Escalate</DropdownMenuItem>
          <DropdownMenuLinkItem>
            <a href="#queue">Open queue</a>
          </DropdownMenuLinkItem>
          <DropdownMenuSeparator />
          <DropdownMenuCheckboxItem checked shortcut="F">
            Follow
          </DropdownMenuCheckboxItem>
          <DropdownMenuCheckboxItem checked={false}>Mute</DropdownMenuCheckboxItem>
          <DropdownMenuRadioGroup value="mine">
            <DropdownMenuRadioItem value="mine">Mine</DropdownMenuRadioItem>
            <DropdownMenuRadioItem value="all" shortcut="Shift+A">
              All
            </DropdownMenuRadioItem>
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem tone="danger" start={<Icon icon={Trash2} />}>
            Delete queue
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  ),
  play: open,
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="min-h-[24rem] w-rail">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button>Verdachtsmeldung</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent {...args}>
          <DropdownMenuItem shortcut="Mod+Shift+T">
            Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut übertragen
          </DropdownMenuItem>
          {Array.from({ length: 40 }, (_, index) => (
            <DropdownMenuItem key={index}>Queue {index + 1}</DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  ),
  play: open,
}
export const Submenu: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: 'Actions' }).focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Assign' })).toHaveFocus())
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Ana Lindqvist' })).toHaveFocus())
  },
}
/** Options may keep the menu open, so that several are set in succession. */
export const Checks: Story = {
  globals: { locale: 'en-US' },
  render: function Checks(args) {
    const [score, setScore] = useState(true)
    const [density, setDensity] = useState('comfortable')
    return (
      <div className="min-h-[24rem]">
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button>View</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent {...args}>
            <DropdownMenuLabel>Columns</DropdownMenuLabel>
            <DropdownMenuCheckboxItem
              checked={score}
              onCheckedChange={setScore}
              onSelect={event => event.preventDefault()}
            >
              Risk score
            </DropdownMenuCheckboxItem>
            <DropdownMenuCheckboxItem checked={false}>Device ID</DropdownMenuCheckboxItem>
            <DropdownMenuSeparator />
            <DropdownMenuLabel>Density</DropdownMenuLabel>
            <DropdownMenuRadioGroup value={density} onValueChange={setDensity}>
              <DropdownMenuRadioItem value="compact" onSelect={event => event.preventDefault()}>
                Compact
              </DropdownMenuRadioItem>
              <DropdownMenuRadioItem value="comfortable">Comfortable</DropdownMenuRadioItem>
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: 'View' }).focus()
    await userEvent.keyboard('{Enter}')
    const score = await screen.findByRole('menuitemcheckbox', { name: 'Risk score' })
    await waitFor(() => expect(score).toHaveFocus())
    await userEvent.keyboard(' ')
    await expect(score).toHaveAttribute('aria-checked', 'false')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect(screen.getByRole('menuitemradio', { name: 'Compact' })).toHaveAttribute('aria-checked', 'true')
  },
}
