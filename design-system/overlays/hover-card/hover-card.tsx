import * as Radix from 'radix-ui/hover-card'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { type Side, useSide } from '../../lib/use-side.ts'
import { PopperArrow } from '../popover/popper-arrow.tsx'

/**
 * A preview of a link's target, on hover and on focus. Never for essential content alone: it does not open by touch.
 */
export function HoverCard({ openDelay = 500, closeDelay = 200, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root openDelay={openDelay} closeDelay={closeDelay} {...props} />
}

/** The previewed link or button, which is focusable. */
export const HoverCardTrigger = Radix.Trigger

export interface HoverCardContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'side'> {
  /** Side on which it opens; logical, so it is mirrored from right to left. */
  side?: Side
  /** Points at the trigger. */
  arrow?: boolean
}

/**
 * The card. The pointer may move onto it, Escape closes it, it stays open while trigger or card has pointer or focus.
 */
export function HoverCardContent({
  side = 'bottom',
  align = 'start',
  sideOffset,
  arrow = false,
  className,
  children,
  ...props
}: HoverCardContentProps) {
  const physicalSide = useSide(side)
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="hover-card"
        side={physicalSide}
        align={align}
        sideOffset={sideOffset ?? (arrow ? 2 : 6)}
        collisionPadding={8}
        className={cn(
          'z-popover w-panel max-w-[calc(100vw-1.5rem)] rounded-card border border-transparent bg-surface-raised p-3 text-sm text-fg shadow-2 outline-none',
          className,
        )}
        {...props}
      >
        {children}
        {arrow ? (
          <Radix.Arrow asChild>
            <PopperArrow />
          </Radix.Arrow>
        ) : null}
      </Radix.Content>
    </Radix.Portal>
  )
}
