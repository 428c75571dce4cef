export { CommandPalette, preloadCommandPalette, type Command, type CommandPaletteProps, type CommandScope, type CommandSearch, type CommandSearchRequest } from './command-palette/command-palette.tsx'
export { foldText } from './command-palette/fold-text.ts'
export { ConfirmDanger, type ConfirmDangerProps } from './confirm-danger/confirm-danger.tsx'
export {
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
  type ContextMenuContentProps,
  type ContextMenuItemProps,
} from './context-menu/context-menu.tsx'
export { Dialog, DialogClose, DialogContent, DialogTrigger, type DialogContentProps, type DialogProps } from './dialog/dialog.tsx'
export {
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
  type DropdownMenuContentProps,
  type DropdownMenuItemProps,
} from './dropdown-menu/dropdown-menu.tsx'
export { HoverCard, HoverCardContent, HoverCardTrigger, type HoverCardContentProps } from './hover-card/hover-card.tsx'
export { belowLg, belowMd, useMediaQuery } from './media-query/use-media-query.ts'
export { Popover, PopoverAnchor, PopoverClose, PopoverContent, PopoverTrigger, type PopoverContentProps } from './popover/popover.tsx'
export { SidePanel, SidePanelSection, type SidePanelProps, type SidePanelSectionProps } from './side-panel/side-panel.tsx'
export { recordKeyHandler } from './side-panel/record-keys.ts'
export { conflictOf, isSingleKey, keysOf, ShortcutHelp, type KeyPress, type Shortcut, type ShortcutHelpProps, type ShortcutRegion } from './shortcut-help/shortcut-help.tsx'
export { Tour, type TourEnd, type TourProps, type TourStep } from './tour/tour.tsx'
export { Tooltip, type TooltipProps } from './tooltip/tooltip.tsx'
