import type { VariantProps } from 'class-variance-authority'
import { Check, Circle } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { type Side, useSide } from '../../lib/use-side.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { MenuItemContent, type MenuItemParts, MenuSubTriggerContent } from './menu-parts.tsx'
import {
  menuIndicatorClass,
  menuItemVariants,
  menuLabelClass,
  menuSeparatorClass,
  menuSurface,
} from './menu-variants.ts'

/** Actions behind a button. Not modal: the page stays readable and scrollable behind it. */
export function DropdownMenu({ modal = false, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={modal} {...props} />
}

/** The button that opens the menu: pass one button as the child, with `asChild`. */
export const DropdownMenuTrigger = Radix.Trigger
/** Items that belong together; a `DropdownMenuLabel` names them. */
export const DropdownMenuGroup = Radix.Group
/** Options of which one is chosen: its items are `DropdownMenuRadioItem`. */
export const DropdownMenuRadioGroup = Radix.RadioGroup
/** A menu inside a menu: a `DropdownMenuSubTrigger` and a `DropdownMenuSubContent`. */
export const DropdownMenuSub = Radix.Sub

const surface = cn(menuSurface, 'max-h-(--radix-dropdown-menu-content-available-height)')

export interface DropdownMenuContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'side'> {
  /** Side on which it opens; logical, so it is mirrored from right to left. */
  side?: Side
}

/** The surface of the menu with its items. */
export function DropdownMenuContent({
  side = 'bottom',
  align = 'start',
  sideOffset = 4,
  className,
  ...props
}: DropdownMenuContentProps) {
  const physicalSide = useSide(side)
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="dropdown-menu"
        side={physicalSide}
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        loop
        className={cn(surface, className)}
        {...props}
      />
    </Radix.Portal>
  )
}

export interface DropdownMenuItemProps
  extends Omit<ComponentProps<typeof Radix.Item>, 'asChild'>,
    Pick<VariantProps<typeof menuItemVariants>, 'tone'>,
    MenuItemParts {}

/** One action. `tone="danger"` marks a destructive one, which should be last, after a separator. */
export function DropdownMenuItem({ start, shortcut, tone, className, children, ...props }: DropdownMenuItemProps) {
  return (
    <Radix.Item data-slot="dropdown-menu-item" className={cn(menuItemVariants({ tone }), className)} {...props}>
      <MenuItemContent start={start} {...defined({ shortcut })}>
        {children}
      </MenuItemContent>
    </Radix.Item>
  )
}

/** A menu item that is a link: pass one anchor or router link as the child. */
export function DropdownMenuLinkItem({ className, ...props }: Omit<ComponentProps<typeof Radix.Item>, 'asChild'>) {
  return <Radix.Item asChild data-slot="dropdown-menu-item" className={cn(menuItemVariants(), className)} {...props} />
}

export interface DropdownMenuCheckboxItemProps
  extends ComponentProps<typeof Radix.CheckboxItem>,
    Pick<MenuItemParts, 'shortcut'> {}

/** An option that is on or off. The menu stays open when `onSelect` prevents the default. */
export function DropdownMenuCheckboxItem({ shortcut, className, children, ...props }: DropdownMenuCheckboxItemProps) {
  return (
    <Radix.CheckboxItem
      data-slot="dropdown-menu-checkbox-item"
      className={cn(menuItemVariants({ indicator: 'start' }), className)}
      {...props}
    >
      <Radix.ItemIndicator className={menuIndicatorClass}>
        <Icon icon={Check} />
      </Radix.ItemIndicator>
      <MenuItemContent {...defined({ shortcut })}>{children}</MenuItemContent>
    </Radix.CheckboxItem>
  )
}

export interface DropdownMenuRadioItemProps
  extends ComponentProps<typeof Radix.RadioItem>,
    Pick<MenuItemParts, 'shortcut'> {}

/** One of several options: inside a `DropdownMenuRadioGroup`. */
export function DropdownMenuRadioItem({ shortcut, className, children, ...props }: DropdownMenuRadioItemProps) {
  return (
    <Radix.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(menuItemVariants({ indicator: 'start' }), className)}
      {...props}
    >
      <Radix.ItemIndicator className={menuIndicatorClass}>
        <Circle aria-hidden className="size-2 fill-current" />
      </Radix.ItemIndicator>
      <MenuItemContent {...defined({ shortcut })}>{children}</MenuItemContent>
    </Radix.RadioItem>
  )
}

/** Name of a group of items; it cannot be chosen. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="dropdown-menu-label" className={cn(menuLabelClass, className)} {...props} />
}

/** Line between groups of items. */
export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return (
    <Radix.Separator data-slot="dropdown-menu-separator" className={cn(menuSeparatorClass, className)} {...props} />
  )
}

export interface DropdownMenuSubTriggerProps
  extends ComponentProps<typeof Radix.SubTrigger>,
    Pick<MenuItemParts, 'start'> {}

/** The item that opens a menu inside the menu. */
export function DropdownMenuSubTrigger({ start, className, children, ...props }: DropdownMenuSubTriggerProps) {
  return (
    <Radix.SubTrigger
      data-slot="dropdown-menu-sub-trigger"
      className={cn(menuItemVariants(), 'data-[state=open]:bg-surface-hover', className)}
      {...props}
    >
      <MenuSubTriggerContent start={start}>{children}</MenuSubTriggerContent>
    </Radix.SubTrigger>
  )
}

/** The surface of a menu inside the menu. */
export function DropdownMenuSubContent({ className, ...props }: ComponentProps<typeof Radix.SubContent>) {
  return (
    <Radix.Portal>
      <Radix.SubContent
        data-slot="dropdown-menu-sub"
        sideOffset={2}
        alignOffset={-5}
        collisionPadding={8}
        loop
        className={cn(surface, className)}
        {...props}
      />
    </Radix.Portal>
  )
}
