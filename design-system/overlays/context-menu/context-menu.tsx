import type { VariantProps } from 'class-variance-authority'
import { Check, Circle } from 'lucide-react'
import * as Radix from 'radix-ui/context-menu'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { MenuItemContent, type MenuItemParts, MenuSubTriggerContent } from '../dropdown-menu/menu-parts.tsx'
import {
  menuIndicatorClass,
  menuItemVariants,
  menuLabelClass,
  menuSeparatorClass,
  menuSurface,
} from '../dropdown-menu/menu-variants.ts'

/**
 * Actions on the element under the pointer: right click, long press, the menu key or Shift F10. A shortcut for
 * experienced users: every action in it is also in a visible menu. Not modal: the page stays readable behind it.
 */
export function ContextMenu({ modal = false, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={modal} {...props} />
}

/** The element of the menu. It, or an element in it, must be focusable, or the keyboard cannot reach the menu. */
export const ContextMenuTrigger = Radix.Trigger
/** Items that belong together; a `ContextMenuLabel` names them. */
export const ContextMenuGroup = Radix.Group
/** Options of which one is chosen: its items are `ContextMenuRadioItem`. */
export const ContextMenuRadioGroup = Radix.RadioGroup
/** A menu inside a menu: a `ContextMenuSubTrigger` and a `ContextMenuSubContent`. */
export const ContextMenuSub = Radix.Sub

const surface = cn(menuSurface, 'max-h-(--radix-context-menu-content-available-height)')

export type ContextMenuContentProps = ComponentProps<typeof Radix.Content>

/** The surface of the menu with its items. */
export function ContextMenuContent({ className, ...props }: ContextMenuContentProps) {
  return (
    <Radix.Portal>
      <Radix.Content data-slot="context-menu" collisionPadding={8} loop className={cn(surface, className)} {...props} />
    </Radix.Portal>
  )
}

export interface ContextMenuItemProps
  extends Omit<ComponentProps<typeof Radix.Item>, 'asChild'>,
    Pick<VariantProps<typeof menuItemVariants>, 'tone'>,
    MenuItemParts {}

/** One action. `tone="danger"` marks a destructive one, which should be last, after a separator. */
export function ContextMenuItem({ start, shortcut, tone, className, children, ...props }: ContextMenuItemProps) {
  return (
    <Radix.Item data-slot="context-menu-item" className={cn(menuItemVariants({ tone }), className)} {...props}>
      <MenuItemContent start={start} {...defined({ shortcut })}>
        {children}
      </MenuItemContent>
    </Radix.Item>
  )
}

/** A menu item that is a link: pass one anchor or router link as the child. */
export function ContextMenuLinkItem({ className, ...props }: Omit<ComponentProps<typeof Radix.Item>, 'asChild'>) {
  return <Radix.Item asChild data-slot="context-menu-item" className={cn(menuItemVariants(), className)} {...props} />
}

export interface ContextMenuCheckboxItemProps
  extends ComponentProps<typeof Radix.CheckboxItem>,
    Pick<MenuItemParts, 'shortcut'> {}

/** An option that is on or off. */
export function ContextMenuCheckboxItem({ shortcut, className, children, ...props }: ContextMenuCheckboxItemProps) {
  return (
    <Radix.CheckboxItem
      data-slot="context-menu-checkbox-item"
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

export interface ContextMenuRadioItemProps
  extends ComponentProps<typeof Radix.RadioItem>,
    Pick<MenuItemParts, 'shortcut'> {}

/** One of several options: inside a `ContextMenuRadioGroup`. */
export function ContextMenuRadioItem({ shortcut, className, children, ...props }: ContextMenuRadioItemProps) {
  return (
    <Radix.RadioItem
      data-slot="context-menu-radio-item"
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
export function ContextMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="context-menu-label" className={cn(menuLabelClass, className)} {...props} />
}

/** Line between groups of items. */
export function ContextMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator data-slot="context-menu-separator" className={cn(menuSeparatorClass, className)} {...props} />
}

export interface ContextMenuSubTriggerProps
  extends ComponentProps<typeof Radix.SubTrigger>,
    Pick<MenuItemParts, 'start'> {}

/** The item that opens a menu inside the menu. */
export function ContextMenuSubTrigger({ start, className, children, ...props }: ContextMenuSubTriggerProps) {
  return (
    <Radix.SubTrigger
      data-slot="context-menu-sub-trigger"
      className={cn(menuItemVariants(), 'data-[state=open]:bg-surface-hover', className)}
      {...props}
    >
      <MenuSubTriggerContent start={start}>{children}</MenuSubTriggerContent>
    </Radix.SubTrigger>
  )
}

/** The surface of a menu inside the menu. */
export function ContextMenuSubContent({ className, ...props }: ComponentProps<typeof Radix.SubContent>) {
  return (
    <Radix.Portal>
      <Radix.SubContent
        data-slot="context-menu-sub"
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
