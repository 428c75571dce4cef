import type { VariantProps } from 'class-variance-authority'
import * as Slot from 'radix-ui/slot'
import * as Radix from 'radix-ui/tabs'
import { type ComponentProps, createContext, type ReactNode, Suspense, useContext, useMemo, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useOverflow } from '../../lib/use-overflow.ts'
import { tabListVariants, tabVariants } from './tab-variants.ts'
import { useCurrentTab } from './use-current-tab.ts'

// A menu is rarely needed here and menus are large: loaded when a row is too short for its tabs.
const TabOverflow = lazyPart(() => import('./tab-overflow.tsx').then(module => ({ default: module.TabOverflow })))

type Variant = NonNullable<VariantProps<typeof tabListVariants>['variant']>
const VariantContext = createContext<Variant>('line')
const ChooseContext = createContext<((value: string) => void) | null>(null)

export interface TabsProps extends Omit<ComponentProps<typeof Radix.Root>, 'asChild'> {
  /** `manual` where panels load data: arrow keys move, Enter and Space choose. */
  activationMode?: 'automatic' | 'manual'
}

/** Switches between parts of one thing. Arrow keys follow the reading direction; Home and End go to the ends. */
export function Tabs({ value, defaultValue = '', onValueChange, ...props }: TabsProps) {
  const [current, setCurrent] = useControllable({ value, defaultValue, onValueChange })
  return (
    <ChooseContext value={setCurrent}>
      <Radix.Root value={current} onValueChange={setCurrent} {...props} />
    </ChooseContext>
  )
}

/**
 * The row itself scrolls; its line continues under the menu at its end. Negative margins compensate the padding of line
 * tabs at both ends.
 */
const rowClass = (variant: Variant) =>
  cn(
    'flex h-full min-w-0 flex-1 items-center gap-[inherit] overflow-x-auto overflow-y-hidden',
    variant === 'line' && '-mx-1 px-1',
  )

export interface TabListProps extends ComponentProps<typeof Radix.List> {
  /** A line under the chosen tab, or segments that touch each other. */
  variant?: Variant
  /** Accessible name of the list. */
  label: string
}

/**
 * The row of tabs. Tabs without room are also in a menu at its end. `className` is applied to the box around the list.
 */
export function TabList({ variant = 'line', label, className, ref, ...props }: TabListProps) {
  const row = useRef<HTMLDivElement>(null)
  const merged = useMemo(() => mergeRefs(row, ref), [ref])
  const overflowing = useOverflow(row)
  const choose = useContext(ChooseContext)
  return (
    <VariantContext value={variant}>
      <div data-slot="tab-list" className={cn(tabListVariants({ variant }), className)}>
        <Radix.List ref={merged} aria-label={label} className={rowClass(variant)} {...props} />
        {overflowing ? (
          <Suspense>
            <TabOverflow
              row={row}
              onChoose={tab => {
                choose?.(tab.dataset.value ?? '')
                tab.focus()
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </VariantContext>
  )
}

interface TabParts {
  /** Content before the label: an icon. */
  start?: ReactNode
  /** Muted, after the label. */
  count?: ReactNode
}

export interface TabProps extends Omit<ComponentProps<typeof Radix.Trigger>, 'asChild'>, TabParts {}

/** One tab of a `TabList`: it shows the `TabPanel` of the same value. */
export function Tab({ start, count, className, children, ...props }: TabProps) {
  const variant = useContext(VariantContext)
  return (
    <Radix.Trigger
      data-slot="tab"
      data-value={props.value}
      className={cn(tabVariants({ variant }), className)}
      {...props}
    >
      {start}
      {children}
      <Count>{count}</Count>
    </Radix.Trigger>
  )
}

/** The content of a tab: mounted while its tab is chosen, always with `forceMount`. */
export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content data-slot="tab-panel" className={cn('focus-ring-inset', className)} {...props} />
}

function Count({ children }: { children: ReactNode }) {
  return children === undefined ? null : (
    <span data-tab-count className="text-xs text-fg-muted tabular-nums">
      {children}
    </span>
  )
}

export interface TabNavProps extends ComponentProps<'nav'> {
  /** A line under the chosen tab, or segments that touch each other. */
  variant?: Variant
  /** Accessible name of the navigation. */
  label: string
}

/** Tabs that are pages: a navigation landmark of links, each with an address. The tab of the page is in view. */
export function TabNav({ variant = 'line', label, className, children, ...props }: TabNavProps) {
  const row = useRef<HTMLDivElement>(null)
  const overflowing = useOverflow(row)
  useCurrentTab(row)
  return (
    <VariantContext value={variant}>
      <nav data-slot="tab-nav" aria-label={label} className={cn(tabListVariants({ variant }), className)} {...props}>
        <div ref={row} className={rowClass(variant)}>
          {children}
        </div>
        {overflowing ? (
          <Suspense>
            <TabOverflow row={row} onChoose={tab => tab.click()} />
          </Suspense>
        ) : null}
      </nav>
    </VariantContext>
  )
}

export interface TabLinkProps extends ComponentProps<'a'>, TabParts {
  /** The tab of the current page. */
  current?: boolean
  /** Renders the single child (a router link) as the tab. */
  asChild?: boolean
}

/** One tab of a `TabNav`: a link to its page. */
export function TabLink({
  current = false,
  asChild = false,
  start,
  count,
  className,
  children,
  ...props
}: TabLinkProps) {
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
