export {
  type Command,
  CommandPalette,
  type CommandPaletteProps,
  type CommandScope,
  type CommandSearch,
  type CommandSearchRequest,
  preloadCommandPalette,
} from './command-palette/command-palette.tsx'
export { foldText } from './command-palette/fold-text.ts'
export { ConfirmDanger, type ConfirmDangerProps } from './confirm-danger/confirm-danger.tsx'
export {
  ContextMenu,
  ContextMenuCheckboxItem,
  ContextMenuContent,
  type ContextMenuContentProps,
  ContextMenuGroup,
  ContextMenuItem,
  type ContextMenuItemProps,
  ContextMenuLabel,
  ContextMenuLinkItem,
  ContextMenuRadioGroup,
  ContextMenuRadioItem,
  ContextMenuSeparator,
  ContextMenuSub,
  ContextMenuSubContent,
  ContextMenuSubTrigger,
  ContextMenuTrigger,
} from './context-menu/context-menu.tsx'
export {
  Dialog,
  DialogClose,
  DialogContent,
  type DialogContentProps,
  type DialogProps,
  DialogTrigger,
} from './dialog/dialog.tsx'
export {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  type DropdownMenuContentProps,
  DropdownMenuGroup,
  DropdownMenuItem,
  type DropdownMenuItemProps,
  DropdownMenuLabel,
  DropdownMenuLinkItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from './dropdown-menu/dropdown-menu.tsx'
export { HoverCard, HoverCardContent, type HoverCardContentProps, HoverCardTrigger } from './hover-card/hover-card.tsx'
export { belowLg, belowMd, belowSm, useMediaQuery } from './media-query/use-media-query.ts'
export {
  Popover,
  PopoverAnchor,
  PopoverClose,
  PopoverContent,
  type PopoverContentProps,
  PopoverTrigger,
} from './popover/popover.tsx'
export {
  findConflict,
  isSingleKey,
  type KeyPress,
  keysFromEvent,
  type Shortcut,
  ShortcutHelp,
  type ShortcutHelpProps,
  type ShortcutRegion,
} from './shortcut-help/shortcut-help.tsx'
export { recordKeyHandler } from './side-panel/record-keys.ts'
export {
  SidePanel,
  type SidePanelProps,
  SidePanelSection,
  type SidePanelSectionProps,
} from './side-panel/side-panel.tsx'
export { Tooltip, type TooltipProps } from './tooltip/tooltip.tsx'
export { Tour, type TourProps, type TourResult, type TourStep } from './tour/tour.tsx'
