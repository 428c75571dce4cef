import type { ReactNode } from 'react'
import { Button } from '../primitives/index.ts'
import { conformanceOfLayer } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  ConfirmDanger, Dialog, DialogClose, DialogContent, DialogTrigger, DropdownMenu, DropdownMenuCheckboxItem, DropdownMenuContent, DropdownMenuGroup, DropdownMenuItem,
  DropdownMenuLabel, DropdownMenuLinkItem, DropdownMenuRadioGroup, DropdownMenuRadioItem, DropdownMenuSeparator, DropdownMenuSub, DropdownMenuSubContent,
  DropdownMenuSubTrigger, DropdownMenuTrigger, Popover, PopoverAnchor, PopoverClose, PopoverContent, PopoverTrigger, SidePanel, SidePanelSection, Tooltip,
} = layer
const nothing = () => undefined

const Menu = ({ children }: { children: ReactNode }) => (
  <DropdownMenu open>
    <DropdownMenuTrigger>[Actions]</DropdownMenuTrigger>
    <DropdownMenuContent><DropdownMenuItem>[First]</DropdownMenuItem>{children}</DropdownMenuContent>
  </DropdownMenu>
)

conformanceOfLayer(
  layer,
  {
    ConfirmDanger: { slot: 'confirm-danger', role: 'alertdialog', render: root => <ConfirmDanger open onOpenChange={nothing} onConfirm={nothing} title="[Delete]" confirmLabel="[Delete]" typedName="[Queue]" {...root} /> },
    DialogContent: { slot: 'dialog', role: 'dialog', render: root => <Dialog open><DialogContent title="[Save]" description="[Text]" {...root}>[Body]</DialogContent></Dialog> },
    DropdownMenuCheckboxItem: { slot: 'dropdown-menu-checkbox-item', role: 'menuitemcheckbox', render: root => <Menu><DropdownMenuCheckboxItem checked {...root}>[Item]</DropdownMenuCheckboxItem></Menu> },
    DropdownMenuContent: { slot: 'dropdown-menu', role: 'menu', render: root => <DropdownMenu open><DropdownMenuTrigger>[Actions]</DropdownMenuTrigger><DropdownMenuContent {...root}><DropdownMenuItem>[First]</DropdownMenuItem></DropdownMenuContent></DropdownMenu> },
    DropdownMenuItem: { slot: 'dropdown-menu-item', role: 'menuitem', render: root => <Menu><DropdownMenuItem shortcut="7" tone="danger" {...root}>[Item]</DropdownMenuItem></Menu> },
    DropdownMenuLabel: { slot: 'dropdown-menu-label', render: root => <Menu><DropdownMenuLabel {...root}>[Label]</DropdownMenuLabel></Menu> },
    DropdownMenuLinkItem: { slot: 'dropdown-menu-item', role: 'menuitem', render: root => <Menu><DropdownMenuLinkItem {...root}><a href="/page">[Page]</a></DropdownMenuLinkItem></Menu> },
    DropdownMenuRadioItem: { slot: 'dropdown-menu-radio-item', role: 'menuitemradio', render: root => <Menu><DropdownMenuRadioGroup value="1"><DropdownMenuRadioItem value="1" {...root}>[Item]</DropdownMenuRadioItem></DropdownMenuRadioGroup></Menu> },
    DropdownMenuSeparator: { slot: 'dropdown-menu-separator', role: 'separator', render: root => <Menu><DropdownMenuSeparator {...root} /></Menu> },
    DropdownMenuSubContent: { slot: 'dropdown-menu-sub', role: 'menu', render: root => <Menu><DropdownMenuSub open><DropdownMenuSubTrigger>[More]</DropdownMenuSubTrigger><DropdownMenuSubContent {...root}><DropdownMenuItem>[Inner]</DropdownMenuItem></DropdownMenuSubContent></DropdownMenuSub></Menu> },
    DropdownMenuSubTrigger: { slot: 'dropdown-menu-sub-trigger', role: 'menuitem', render: root => <Menu><DropdownMenuSub><DropdownMenuSubTrigger {...root}>[More]</DropdownMenuSubTrigger></DropdownMenuSub></Menu> },
    PopoverContent: { slot: 'popover', role: 'dialog', render: root => <Popover open><PopoverAnchor><Button>[Open]</Button></PopoverAnchor><PopoverContent label="[Details]" {...root}>[Body]</PopoverContent></Popover> },
    PopoverTrigger: { slot: 'popover-trigger', role: 'button', render: root => <Popover><PopoverTrigger {...root}>[Open]</PopoverTrigger></Popover> },
    SidePanel: { slot: 'side-panel', role: 'aside', rulesOff: ['heading-order'], render: root => <SidePanel title="[Record]" onClose={nothing} onNext={nothing} resizable {...root}>[Body]</SidePanel> },
    SidePanelSection: { slot: 'side-panel-section', role: 'section', rulesOff: ['heading-order'], render: root => <SidePanelSection heading="[Order]" {...root}>[Body]</SidePanelSection> },
    Tooltip: { slot: 'tooltip', render: root => <Tooltip open content="[Copied]" {...root}><Button>[Copy]</Button></Tooltip> },
  },
  {
    Dialog: 'draws nothing of its own', DropdownMenu: 'draws nothing of its own', DropdownMenuSub: 'draws nothing of its own', Popover: 'draws nothing of its own',
    PopoverAnchor: 'a place, no look',
    DialogTrigger: 'the bare primitive, given a Button', DialogClose: 'the bare primitive, given a Button', PopoverClose: 'the bare primitive, given a Button', DropdownMenuTrigger: 'the bare primitive, given a Button',
    DropdownMenuGroup: 'the bare primitive', DropdownMenuRadioGroup: 'the bare primitive',
  },
)
// Named so that a removed export is a type error here and not a stale reason above.
void [DialogClose, DialogTrigger, DropdownMenuGroup, PopoverClose]
