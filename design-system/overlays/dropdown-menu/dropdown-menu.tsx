import { cva, type VariantProps } from 'class-variance-authority'
import { Check, ChevronRight, Circle } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { useSide, type Side } from '../../lib/use-side.ts'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'

/** Actions behind a button. Not modal: the page stays readable and scrollable behind it. */
export function DropdownMenu({ modal = false, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={modal} {...props} />
}

export const DropdownMenuTrigger = Radix.Trigger
export const DropdownMenuGroup = Radix.Group
export const DropdownMenuRadioGroup = Radix.RadioGroup
export const DropdownMenuSub = Radix.Sub

const surface =
  'z-popover min-w-nav max-w-dialog-sm max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-card border border-transparent bg-surface-raised p-1 text-sm text-fg shadow-2 outline-none'

const itemVariants = cva(
  [
    'relative flex min-h-8 w-full items-center gap-2 rounded-control border border-transparent px-2 py-1 text-start outline-none select-none',
    'data-highlighted:bg-surface-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent',
    'data-disabled:text-fg-disabled [&_svg]:shrink-0',
  ],
  {
    variants: {
      tone: {
        neutral: 'text-fg [&>svg]:text-fg-secondary',
        danger: 'text-danger-text data-highlighted:bg-danger-subtle',
      },
      indicator: { none: '', start: 'ps-8' },
    },
    defaultVariants: { tone: 'neutral', indicator: 'none' },
  },
)

export interface DropdownMenuContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'side'> {
  side?: Side
}

export function DropdownMenuContent({ side = 'bottom', align = 'start', sideOffset = 4, className, ...props }: DropdownMenuContentProps) {
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

interface ItemParts {
  /** Icon before the text. */
  start?: ReactNode
  /** The key or chord that does the same: `T`, `Mod+K`. */
  shortcut?: string
}

function ItemEnd({ shortcut }: { shortcut: string | undefined }) {
  return shortcut ? (
    <span className="ms-auto ps-4">
      <Kbd keys={shortcut} />
    </span>
  ) : null
}

export interface DropdownMenuItemProps
  extends Omit<ComponentProps<typeof Radix.Item>, 'asChild'>, Pick<VariantProps<typeof itemVariants>, 'tone'>, ItemParts {}

/** One action. `tone="danger"` marks a destructive one and goes last, behind a separator. */
export function DropdownMenuItem({ start, shortcut, tone, className, children, ...props }: DropdownMenuItemProps) {
  return (
    <Radix.Item data-slot="dropdown-menu-item" className={cn(itemVariants({ tone }), className)} {...props}>
      {start}
      <span className="min-w-0 truncate">{children}</span>
      <ItemEnd shortcut={shortcut} />
    </Radix.Item>
  )
}

/** A menu item that is a link: pass one anchor or router link as the child. */
export function DropdownMenuLinkItem({ className, ...props }: Omit<ComponentProps<typeof Radix.Item>, 'asChild'>) {
  return <Radix.Item asChild data-slot="dropdown-menu-item" className={cn(itemVariants(), className)} {...props} />
}

export interface DropdownMenuCheckboxItemProps extends ComponentProps<typeof Radix.CheckboxItem>, Pick<ItemParts, 'shortcut'> {}

export function DropdownMenuCheckboxItem({ shortcut, className, children, ...props }: DropdownMenuCheckboxItemProps) {
  return (
    <Radix.CheckboxItem
      data-slot="dropdown-menu-checkbox-item"
      className={cn(itemVariants({ indicator: 'start' }), className)}
      {...props}
    >
      <Radix.ItemIndicator className="absolute inset-s-2 flex">
        <Icon icon={Check} />
      </Radix.ItemIndicator>
      <span className="min-w-0 truncate">{children}</span>
      <ItemEnd shortcut={shortcut} />
    </Radix.CheckboxItem>
  )
}

export type DropdownMenuRadioItemProps = ComponentProps<typeof Radix.RadioItem>

export function DropdownMenuRadioItem({ className, children, ...props }: DropdownMenuRadioItemProps) {
  return (
    <Radix.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(itemVariants({ indicator: 'start' }), className)}
      {...props}
    >
      <Radix.ItemIndicator className="absolute inset-s-2 flex size-4 items-center justify-center">
        <Circle aria-hidden className="size-2 fill-current" />
      </Radix.ItemIndicator>
      <span className="min-w-0 truncate">{children}</span>
    </Radix.RadioItem>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="dropdown-menu-label" className={cn('px-2 py-1.5 text-xs text-fg-muted', className)} {...props} />
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return (
    <Radix.Separator data-slot="dropdown-menu-separator" className={cn('my-1 h-px bg-line-subtle', className)} {...props} />
  )
}

export interface DropdownMenuSubTriggerProps extends ComponentProps<typeof Radix.SubTrigger>, Pick<ItemParts, 'start'> {}

export function DropdownMenuSubTrigger({ start, className, children, ...props }: DropdownMenuSubTriggerProps) {
  return (
    <Radix.SubTrigger
      data-slot="dropdown-menu-sub-trigger"
      className={cn(itemVariants(), 'data-[state=open]:bg-surface-hover', className)}
      {...props}
    >
      {start}
      <span className="min-w-0 truncate">{children}</span>
      <span className="ms-auto flex ps-4 text-fg-muted">
        <DirectionalIcon icon={ChevronRight} size={12} />
      </span>
    </Radix.SubTrigger>
  )
}

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
