import type { VariantProps } from 'class-variance-authority'
import * as Slot from 'radix-ui/slot'
import * as Radix from 'radix-ui/tabs'
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { tabListVariants, tabVariants } from './tab-variants.ts'

type Variant = NonNullable<VariantProps<typeof tabListVariants>['variant']>
const VariantContext = createContext<Variant>('line')

/** Parts of one thing, one at a time. Arrow keys follow the reading direction; Home and End go to the ends. */
export const Tabs = Radix.Root

export interface TabListProps extends ComponentProps<typeof Radix.List> {
  variant?: Variant
  /** Accessible name of the list. */
  label: string
}

export function TabList({ variant = 'line', label, className, ...props }: TabListProps) {
  return (
    <VariantContext value={variant}>
      <Radix.List data-slot="tab-list" aria-label={label} className={cn(tabListVariants({ variant }), 'overflow-x-auto overflow-y-hidden', className)} {...props} />
    </VariantContext>
  )
}

interface TabParts {
  start?: ReactNode
  /** Muted, after the label. */
  count?: ReactNode
}

export interface TabProps extends Omit<ComponentProps<typeof Radix.Trigger>, 'asChild'>, TabParts {}

export function Tab({ start, count, className, children, ...props }: TabProps) {
  const variant = useContext(VariantContext)
  return (
    <Radix.Trigger data-slot="tab" className={cn(tabVariants({ variant }), className)} {...props}>
      {start}
      {children}
      <Count>{count}</Count>
    </Radix.Trigger>
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content data-slot="tab-panel" className={cn('focus-ring-inset', className)} {...props} />
}

function Count({ children }: { children: ReactNode }) {
  return children === undefined ? null : <span className="text-xs text-fg-muted tabular-nums">{children}</span>
}

export interface TabNavProps extends ComponentProps<'nav'> {
  variant?: Variant
  label: string
}

/** Tabs that are pages: a navigation landmark of links, each with an address of its own. */
export function TabNav({ variant = 'line', label, className, children, ...props }: TabNavProps) {
  return (
    <VariantContext value={variant}>
      <nav data-slot="tab-nav" aria-label={label} className={cn(tabListVariants({ variant }), 'overflow-x-auto overflow-y-hidden', className)} {...props}>
        {children}
      </nav>
    </VariantContext>
  )
}

export interface TabLinkProps extends ComponentProps<'a'>, TabParts {
  current?: boolean
  /** Draw the single child (a router link) as the tab. */
  asChild?: boolean
}

export function TabLink({ current = false, asChild = false, start, count, className, children, ...props }: TabLinkProps) {
  const variant = useContext(VariantContext)
  const Comp = asChild ? Slot.Root : 'a'
  return (
    <Comp
      data-slot="tab-link"
      data-state={current ? 'active' : 'inactive'}
      aria-current={current ? 'page' : undefined}
      className={cn(tabVariants({ variant }), className)}
      {...props}
    >
      {start}
      <Slot.Slottable>{children}</Slot.Slottable>
      <Count>{count}</Count>
    </Comp>
  )
}
