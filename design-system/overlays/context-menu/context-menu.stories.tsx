import type { Meta, StoryObj } from '@storybook/react-vite'
import { ArrowLeftRight, Ellipsis, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../dropdown-menu/dropdown-menu.tsx'
import {
  ContextMenu,
  ContextMenuCheckboxItem,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuLabel,
  ContextMenuLinkItem,
  ContextMenuRadioGroup,
  ContextMenuRadioItem,
  ContextMenuSeparator,
  ContextMenuSub,
  ContextMenuSubContent,
  ContextMenuSubTrigger,
  ContextMenuTrigger,
} from './context-menu.tsx'

const onTransfer = fn()
const onAssign = fn()
const words = {
  en: { row: 'P-7241903, EUR 2,418.90', assign: 'Assign', transfer: 'Transfer', remove: 'Delete queue' },
  ar: { row: 'P-7241903، EUR 2,418.90', assign: 'إسناد', transfer: 'نقل', remove: 'حذف قائمة الانتظار' },
}

const meta = {
  title: 'Overlays/ContextMenu',
  component: ContextMenuContent,
  subcomponents: { ContextMenuItem, ContextMenuCheckboxItem, ContextMenuRadioItem, ContextMenuSubTrigger },
  render: (args, { globals }) => {
    const text = globals.locale === 'ar-AE' ? words.ar : words.en
    return (
      <div className="min-h-[20rem]">
        <ContextMenu>
          <ContextMenuTrigger asChild>
            <button
              type="button"
              className="focus-ring-inset flex h-row w-full items-center rounded-control border border-line px-3"
            >
              {text.row}
            </button>
          </ContextMenuTrigger>
          <ContextMenuContent {...args}>
            <ContextMenuSub>
              <ContextMenuSubTrigger start={<Icon icon={UserPlus} />}>{text.assign}</ContextMenuSubTrigger>
              <ContextMenuSubContent>
                <ContextMenuItem onSelect={onAssign}>Ana Lindqvist</ContextMenuItem>
                <ContextMenuItem>Jarl Solheim</ContextMenuItem>
              </ContextMenuSubContent>
            </ContextMenuSub>
            <ContextMenuItem start={<Icon icon={ArrowLeftRight} />} shortcut="T" onSelect={onTransfer}>
              {text.transfer}
            </ContextMenuItem>
            <ContextMenuItem disabled>P-7241866</ContextMenuItem>
            <ContextMenuSeparator />
            <ContextMenuItem tone="danger" start={<Icon icon={Trash2} />}>
              {text.remove}
            </ContextMenuItem>
          </ContextMenuContent>
        </ContextMenu>
      </div>
    )
  },
} satisfies Meta<typeof ContextMenuContent>
export default meta
type Story = StoryObj<typeof meta>

/** The event that results from the menu key, Shift F10, the right button and a long press. */
const open: NonNullable<Story['play']> = async ({ canvas }) => {
  const row = canvas.getByRole('button')
  row.focus()
  const box = row.getBoundingClientRect()
  fireEvent.contextMenu(row, { clientX: box.x + box.width / 2, clientY: box.bottom })
  await screen.findByRole('menu')
}

export const Playground: Story = { play: open }
export const Matrix: Story = {
  render: args => (
    <div className="min-h-[24rem]">
      <ContextMenu>
        <ContextMenuTrigger asChild>
          <button
            type="button"
            className="focus-ring-inset h-row w-full rounded-control border border-line px-3 text-start"
          >
            P-7241903
          </button>
        </ContextMenuTrigger>
        <ContextMenuContent {...args}>
          <ContextMenuLabel>Case</ContextMenuLabel>
          <ContextMenuItem start={<Icon icon={UserPlus} />}>Assign</ContextMenuItem>
          <ContextMenuItem shortcut="T">Transfer</ContextMenuItem>
          <ContextMenuItem disabled>Escalate</ContextMenuItem>
          <ContextMenuLinkItem>
            <a href="#case">Open case</a>
          </ContextMenuLinkItem>
          <ContextMenuSub>
            <ContextMenuSubTrigger>Move to</ContextMenuSubTrigger>
            <ContextMenuSubContent>
              <ContextMenuItem>General</ContextMenuItem>
            </ContextMenuSubContent>
          </ContextMenuSub>
          <ContextMenuSeparator />
          <ContextMenuCheckboxItem checked shortcut="F">
            Follow
          </ContextMenuCheckboxItem>
          <ContextMenuRadioGroup value="mine">
            <ContextMenuRadioItem value="mine">Mine</ContextMenuRadioItem>
            <ContextMenuRadioItem value="all">All</ContextMenuRadioItem>
          </ContextMenuRadioGroup>
          <ContextMenuSeparator />
          <ContextMenuItem tone="danger" start={<Icon icon={Trash2} />}>
            Delete
          </ContextMenuItem>
        </ContextMenuContent>
      </ContextMenu>
    </div>
  ),
  play: open,
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="min-h-[20rem] w-rail">
      <ContextMenu>
        <ContextMenuTrigger asChild>
          <button
            type="button"
            className="focus-ring-inset h-row w-full truncate rounded-control border border-line px-3"
          >
            Betrugsverdachtsmeldung
          </button>
        </ContextMenuTrigger>
        <ContextMenuContent {...args}>
          <ContextMenuItem shortcut="Shift+T">
            Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut übertragen
          </ContextMenuItem>
        </ContextMenuContent>
      </ContextMenu>
    </div>
  ),
  play: open,
}
export const Submenu: Story = {
  globals: { locale: 'en-US' },
  play: async context => {
    await open(context)
    await context.userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Ana Lindqvist' })).toHaveFocus())
  },
}
export const Checks: Story = {
  globals: { locale: 'en-US' },
  render: function Checks(args) {
    const [score, setScore] = useState(true)
    const [density, setDensity] = useState('comfortable')
    return (
      <div className="min-h-[20rem]">
        <ContextMenu>
          <ContextMenuTrigger asChild>
            <button
              type="button"
              className="focus-ring-inset h-row w-full rounded-control border border-line px-3 text-start"
            >
              Column head
            </button>
          </ContextMenuTrigger>
          <ContextMenuContent {...args}>
            <ContextMenuLabel>Columns</ContextMenuLabel>
            <ContextMenuCheckboxItem
              checked={score}
              onCheckedChange={setScore}
              onSelect={event => event.preventDefault()}
            >
              Risk score
            </ContextMenuCheckboxItem>
            <ContextMenuSeparator />
            <ContextMenuLabel>Density</ContextMenuLabel>
            <ContextMenuRadioGroup value={density} onValueChange={setDensity}>
              <ContextMenuRadioItem value="compact" onSelect={event => event.preventDefault()}>
                Compact
              </ContextMenuRadioItem>
              <ContextMenuRadioItem value="comfortable" onSelect={event => event.preventDefault()}>
                Comfortable
              </ContextMenuRadioItem>
            </ContextMenuRadioGroup>
          </ContextMenuContent>
        </ContextMenu>
      </div>
    )
  },
  play: async context => {
    await open(context)
    await context.userEvent.keyboard('{ArrowDown} ')
    await expect(screen.getByRole('menuitemcheckbox', { name: 'Risk score' })).toHaveAttribute('aria-checked', 'false')
    await context.userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(screen.getByRole('menuitemradio', { name: 'Compact' })).toHaveAttribute('aria-checked', 'true')
  },
}
/** One list of actions for both: the visible menu and the context menu. */
export const SameActions: Story = {
  globals: { locale: 'en-US' },
  render: args => {
    const actions = ['Assign', 'Transfer', 'Add note']
    return (
      <div className="min-h-[20rem]">
        <ContextMenu>
          <ContextMenuTrigger className="flex h-row items-center justify-between rounded-control border border-line px-3">
            P-7241903
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <IconButton size="sm" icon={Ellipsis} label="Actions of P-7241903" />
              </DropdownMenuTrigger>
              <DropdownMenuContent align="end">
                {actions.map(action => (
                  <DropdownMenuItem key={action}>{action}</DropdownMenuItem>
                ))}
                <DropdownMenuSeparator />
                <DropdownMenuItem tone="danger">Delete</DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
          </ContextMenuTrigger>
          <ContextMenuContent {...args}>
            {actions.map(action => (
              <ContextMenuItem key={action}>{action}</ContextMenuItem>
            ))}
            <ContextMenuSeparator />
            <ContextMenuItem tone="danger">Delete</ContextMenuItem>
          </ContextMenuContent>
        </ContextMenu>
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const names = () => screen.getAllByRole('menuitem').map(item => item.textContent)
    fireEvent.contextMenu(canvas.getByText('P-7241903'))
    await screen.findByRole('menu')
    const inContext = names()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: 'Actions of P-7241903' }))
    await screen.findByRole('menu')
    await expect(names()).toEqual(inContext)
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async context => {
    const { canvas, userEvent } = context
    onTransfer.mockClear()
    await open(context)
    const item = (name: RegExp | string) => screen.getByRole('menuitem', { name })
    await userEvent.keyboard('{ArrowDown}')
    await expect(item('Assign')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(item('Delete queue')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(item('Assign')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{Home}{ArrowRight}')
    await waitFor(() => expect(item('Ana Lindqvist')).toHaveFocus())
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(item('Assign')).toHaveFocus())
    await userEvent.keyboard('tr')
    await waitFor(() => expect(item(/Transfer/)).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await expect(onTransfer).toHaveBeenCalledOnce()
    await waitFor(() => expect(canvas.getByRole('button')).toHaveFocus())
    await open(context)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await expect(canvas.getByRole('button')).toHaveFocus()
  },
}
/** The submenu opens in the reading direction. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async context => {
    await open(context)
    await context.userEvent.keyboard('{ArrowDown}{ArrowLeft}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Ana Lindqvist' })).toHaveFocus())
    await context.userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'إسناد' })).toHaveFocus())
  },
}
