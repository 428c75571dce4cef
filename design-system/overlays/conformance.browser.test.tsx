import { act, cleanup, screen } from '@testing-library/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { beforeAll } from 'vitest'
import { Button } from '../primitives/index.ts'
import { testLayerConformance } from '../testing/conformance.tsx'
import { renderWithApp } from '../testing/render-with-app.tsx'
import * as layer from './index.ts'

const {
  CommandPalette,
  ConfirmDanger,
  ContextMenu,
  ContextMenuCheckboxItem,
  ContextMenuContent,
  ContextMenuGroup,
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
  Dialog,
  DialogClose,
  DialogContent,
  DialogTrigger,
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuGroup,
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
  HoverCard,
  HoverCardContent,
  HoverCardTrigger,
  Popover,
  PopoverAnchor,
  PopoverClose,
  PopoverContent,
  PopoverTrigger,
  ShortcutHelp,
  SidePanel,
  SidePanelSection,
  Tooltip,
  Tour,
} = layer
const nothing = () => undefined

const Menu = ({ children }: { children: ReactNode }) => (
  <DropdownMenu open>
    <DropdownMenuTrigger>[Actions]</DropdownMenuTrigger>
    <DropdownMenuContent>
      <DropdownMenuItem>[First]</DropdownMenuItem>
      {children}
    </DropdownMenuContent>
  </DropdownMenu>
)

/** Opens like in use: with the event of the right button or the menu key. */
function Context({
  children,
  content = content => <ContextMenuContent>{content}</ContextMenuContent>,
}: {
  children?: ReactNode
  content?: (items: ReactNode) => ReactNode
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    trigger.current?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  }, [])
  return (
    <ContextMenu>
      <ContextMenuTrigger asChild>
        <button ref={trigger}>[Row]</button>
      </ContextMenuTrigger>
      {content(
        <>
          <ContextMenuItem>[First]</ContextMenuItem>
          {children}
        </>,
      )}
    </ContextMenu>
  )
}

const step = { id: 'one', target: '#tour-target', targetName: '[Search]', title: '[Find]', body: '[Text]' }
const lazily = {
  CommandPalette: (root: object) => (
    <CommandPalette
      open
      scopes={[{ id: 'a', label: '[Pages]' }]}
      commands={[{ id: 'a', label: '[Search]', scope: 'a', shortcut: '7' }]}
      {...root}
    />
  ),
  ShortcutHelp: (root: object) => (
    <ShortcutHelp
      open
      regions={[{ id: 'a', label: '[Review]', shortcuts: [{ id: 'b', label: '[Approve]', keys: '7' }] }]}
      onRemap={nothing}
      onReset={nothing}
      onSingleKeysChange={nothing}
      {...root}
    />
  ),
  Tour: (root: object) => (
    <>
      <Button id="tour-target">[Search]</Button>
      <Tour open steps={[step]} {...root} />
    </>
  ),
}

/** A part loaded at its first use is available at once from the second on. */
beforeAll(async () => {
  for (const make of Object.values(lazily)) {
    await act(async () => {
      renderWithApp(make({}))
    })
    await screen.findByRole('dialog')
    cleanup()
  }
})

testLayerConformance(
  layer,
  {
    CommandPalette: { slot: 'command-palette', role: 'dialog', render: lazily.CommandPalette },
    ContextMenuCheckboxItem: {
      slot: 'context-menu-checkbox-item',
      role: 'menuitemcheckbox',
      render: root => (
        <Context>
          <ContextMenuCheckboxItem checked {...root}>
            [Item]
          </ContextMenuCheckboxItem>
        </Context>
      ),
    },
    ContextMenuContent: {
      slot: 'context-menu',
      role: 'menu',
      render: root => <Context content={items => <ContextMenuContent {...root}>{items}</ContextMenuContent>} />,
    },
    ContextMenuItem: {
      slot: 'context-menu-item',
      role: 'menuitem',
      render: root => (
        <Context>
          <ContextMenuItem shortcut="7" tone="danger" {...root}>
            [Item]
          </ContextMenuItem>
        </Context>
      ),
    },
    ContextMenuLabel: {
      slot: 'context-menu-label',
      render: root => (
        <Context>
          <ContextMenuLabel {...root}>[Label]</ContextMenuLabel>
        </Context>
      ),
    },
    ContextMenuLinkItem: {
      slot: 'context-menu-item',
      role: 'menuitem',
      render: root => (
        <Context>
          <ContextMenuLinkItem {...root}>
            <a href="/page">[Page]</a>
          </ContextMenuLinkItem>
        </Context>
      ),
    },
    ContextMenuRadioItem: {
      slot: 'context-menu-radio-item',
      role: 'menuitemradio',
      render: root => (
        <Context>
          <ContextMenuRadioGroup value="1">
            <ContextMenuRadioItem value="1" {...root}>
              [Item]
            </ContextMenuRadioItem>
          </ContextMenuRadioGroup>
        </Context>
      ),
    },
    ContextMenuSeparator: {
      slot: 'context-menu-separator',
      role: 'separator',
      render: root => (
        <Context>
          <ContextMenuSeparator {...root} />
        </Context>
      ),
    },
    ContextMenuSubContent: {
      slot: 'context-menu-sub',
      role: 'menu',
      render: root => (
        <Context>
          <ContextMenuSub open>
            <ContextMenuSubTrigger>[More]</ContextMenuSubTrigger>
            <ContextMenuSubContent {...root}>
              <ContextMenuItem>[Inner]</ContextMenuItem>
            </ContextMenuSubContent>
          </ContextMenuSub>
        </Context>
      ),
    },
    ContextMenuSubTrigger: {
      slot: 'context-menu-sub-trigger',
      role: 'menuitem',
      render: root => (
        <Context>
          <ContextMenuSub>
            <ContextMenuSubTrigger {...root}>[More]</ContextMenuSubTrigger>
          </ContextMenuSub>
        </Context>
      ),
    },
    HoverCardContent: {
      slot: 'hover-card',
      render: root => (
        <HoverCard open>
          <HoverCardTrigger href="#a">[Case]</HoverCardTrigger>
          <HoverCardContent arrow {...root}>
            [Text]
          </HoverCardContent>
        </HoverCard>
      ),
    },
    ShortcutHelp: { slot: 'dialog', role: 'dialog', render: lazily.ShortcutHelp, rulesOff: ['heading-order'] },
    Tour: { slot: 'tour', role: 'dialog', render: lazily.Tour },
    ConfirmDanger: {
      slot: 'confirm-danger',
      role: 'alertdialog',
      render: root => (
        <ConfirmDanger
          open
          onOpenChange={nothing}
          onConfirm={nothing}
          title="[Delete]"
          confirmLabel="[Delete]"
          typedName="[Queue]"
          {...root}
        />
      ),
    },
    DialogContent: {
      slot: 'dialog',
      role: 'dialog',
      render: root => (
        <Dialog open>
          <DialogContent title="[Save]" description="[Text]" {...root}>
            [Body]
          </DialogContent>
        </Dialog>
      ),
    },
    DropdownMenuCheckboxItem: {
      slot: 'dropdown-menu-checkbox-item',
      role: 'menuitemcheckbox',
      render: root => (
        <Menu>
          <DropdownMenuCheckboxItem checked {...root}>
            [Item]
          </DropdownMenuCheckboxItem>
        </Menu>
      ),
    },
    DropdownMenuContent: {
      slot: 'dropdown-menu',
      role: 'menu',
      render: root => (
        <DropdownMenu open>
          <DropdownMenuTrigger>[Actions]</DropdownMenuTrigger>
          <DropdownMenuContent {...root}>
            <DropdownMenuItem>[First]</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      ),
    },
    DropdownMenuItem: {
      slot: 'dropdown-menu-item',
      role: 'menuitem',
      render: root => (
        <Menu>
          <DropdownMenuItem shortcut="7" tone="danger" {...root}>
            [Item]
          </DropdownMenuItem>
        </Menu>
      ),
    },
    DropdownMenuLabel: {
      slot: 'dropdown-menu-label',
      render: root => (
        <Menu>
          <DropdownMenuLabel {...root}>[Label]</DropdownMenuLabel>
        </Menu>
      ),
    },
    DropdownMenuLinkItem: {
      slot: 'dropdown-menu-item',
      role: 'menuitem',
      render: root => (
        <Menu>
          <DropdownMenuLinkItem {...root}>
            <a href="/page">[Page]</a>
          </DropdownMenuLinkItem>
        </Menu>
      ),
    },
    DropdownMenuRadioItem: {
      slot: 'dropdown-menu-radio-item',
      role: 'menuitemradio',
      render: root => (
        <Menu>
          <DropdownMenuRadioGroup value="1">
            <DropdownMenuRadioItem value="1" {...root}>
              [Item]
            </DropdownMenuRadioItem>
          </DropdownMenuRadioGroup>
        </Menu>
      ),
    },
    DropdownMenuSeparator: {
      slot: 'dropdown-menu-separator',
      role: 'separator',
      render: root => (
        <Menu>
          <DropdownMenuSeparator {...root} />
        </Menu>
      ),
    },
    DropdownMenuSubContent: {
      slot: 'dropdown-menu-sub',
      role: 'menu',
      render: root => (
        <Menu>
          <DropdownMenuSub open>
            <DropdownMenuSubTrigger>[More]</DropdownMenuSubTrigger>
            <DropdownMenuSubContent {...root}>
              <DropdownMenuItem>[Inner]</DropdownMenuItem>
            </DropdownMenuSubContent>
          </DropdownMenuSub>
        </Menu>
      ),
    },
    DropdownMenuSubTrigger: {
      slot: 'dropdown-menu-sub-trigger',
      role: 'menuitem',
      render: root => (
        <Menu>
          <DropdownMenuSub>
            <DropdownMenuSubTrigger {...root}>[More]</DropdownMenuSubTrigger>
          </DropdownMenuSub>
        </Menu>
      ),
    },
    PopoverContent: {
      slot: 'popover',
      role: 'dialog',
      render: root => (
        <Popover open>
          <PopoverAnchor>
            <Button>[Open]</Button>
          </PopoverAnchor>
          <PopoverContent label="[Details]" {...root}>
            [Body]
          </PopoverContent>
        </Popover>
      ),
    },
    PopoverTrigger: {
      slot: 'popover-trigger',
      role: 'button',
      render: root => (
        <Popover>
          <PopoverTrigger {...root}>[Open]</PopoverTrigger>
        </Popover>
      ),
    },
    SidePanel: {
      slot: 'side-panel',
      role: 'aside',
      rulesOff: ['heading-order'],
      render: root => (
        <SidePanel title="[Record]" onClose={nothing} onNext={nothing} resizable {...root}>
          [Body]
        </SidePanel>
      ),
    },
    SidePanelSection: {
      slot: 'side-panel-section',
      role: 'section',
      rulesOff: ['heading-order'],
      render: root => (
        <SidePanelSection heading="[Order]" {...root}>
          [Body]
        </SidePanelSection>
      ),
    },
    Tooltip: {
      slot: 'tooltip',
      render: root => (
        <Tooltip open content="[Copied]" {...root}>
          <Button>[Copy]</Button>
        </Tooltip>
      ),
    },
  },
  {
    ContextMenu: 'draws nothing of its own',
    ContextMenuSub: 'draws nothing of its own',
    HoverCard: 'draws nothing of its own',
    ContextMenuTrigger: 'the bare primitive',
    ContextMenuGroup: 'the bare primitive',
    ContextMenuRadioGroup: 'the bare primitive',
    HoverCardTrigger: 'the bare primitive',
    Dialog: 'draws nothing of its own',
    DropdownMenu: 'draws nothing of its own',
    DropdownMenuSub: 'draws nothing of its own',
    Popover: 'draws nothing of its own',
    PopoverAnchor: 'a place, no look',
    DialogTrigger: 'the bare primitive, given a Button',
    DialogClose: 'the bare primitive, given a Button',
    PopoverClose: 'the bare primitive, given a Button',
    DropdownMenuTrigger: 'the bare primitive, given a Button',
    DropdownMenuGroup: 'the bare primitive',
    DropdownMenuRadioGroup: 'the bare primitive',
  },
)
// Referenced so that a removed export is a type error here and not an obsolete reason above.
void [ContextMenuGroup, DialogClose, DialogTrigger, DropdownMenuGroup, PopoverClose]
