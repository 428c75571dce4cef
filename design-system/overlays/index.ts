export { ConfirmDanger, type ConfirmDangerProps } from './confirm-danger/confirm-danger.tsx'
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
export { belowLg, belowMd, useMediaQuery } from './media-query/use-media-query.ts'
export { Popover, PopoverAnchor, PopoverClose, PopoverContent, PopoverTrigger, type PopoverContentProps } from './popover/popover.tsx'
export { SidePanel, SidePanelSection, type SidePanelProps, type SidePanelSectionProps } from './side-panel/side-panel.tsx'
export { recordKeyHandler } from './side-panel/record-keys.ts'
export { Tooltip, type TooltipProps } from './tooltip/tooltip.tsx'
