import * as Radix from 'radix-ui/popover'
import { type ComponentProps, createContext, useContext } from 'react'
import { cn } from '../../lib/cn.ts'
import { isOwnEscape } from '../../lib/keys.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { type Side, useSide } from '../../lib/use-side.ts'
import { markScrollable } from '../dialog/mark-scrollable.ts'
import { PopperArrow } from './popper-arrow.tsx'

/** Closes the popover around. */
const CloseContext = createContext<() => void>(() => undefined)

/** A small non-modal surface anchored to its trigger. Escape closes it and returns focus. */
export function Popover({
  open,
  defaultOpen = false,
  onOpenChange,
  children,
  ...props
}: ComponentProps<typeof Radix.Root>) {
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen} {...props}>
      <CloseContext value={() => setOpen(false)}>{children}</CloseContext>
    </Radix.Root>
  )
}
/** Another place than the trigger at which the popover opens. */
export const PopoverAnchor = Radix.Anchor
/** A button that closes the popover: pass one button as the child, with `asChild`. */
export const PopoverClose = Radix.Close

export type PopoverTriggerProps = ComponentProps<typeof Radix.Trigger>

/** The button that opens the popover: pass one button as the child, with `asChild`. */
export function PopoverTrigger(props: PopoverTriggerProps) {
  return <Radix.Trigger data-slot="popover-trigger" {...props} />
}

export interface PopoverContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'side'> {
  /** Side on which it opens; logical, so it is mirrored from right to left. */
  side?: Side
  /** Accessible name: a popover is a dialog and needs one, here or through `aria-labelledby`. */
  label?: string
  /** Points at the trigger. */
  arrow?: boolean
}

/** The surface of the popover. */
export function PopoverContent({
  side = 'bottom',
  label,
  align = 'start',
  sideOffset,
  arrow = false,
  className,
  children,
  onKeyDown,
  ...props
}: PopoverContentProps) {
  const physicalSide = useSide(side)
  const close = useContext(CloseContext)
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="popover"
        aria-label={label}
        side={physicalSide}
        align={align}
        sideOffset={sideOffset ?? (arrow ? 2 : 4)}
        collisionPadding={8}
        onKeyDown={event => {
          onKeyDown?.(event)
          if (isOwnEscape(event)) close()
        }}
        className={cn(
          'z-popover max-h-(--radix-popover-content-available-height) rounded-card border border-transparent bg-surface-raised p-3 text-sm text-fg shadow-2 outline-none',
          // The arrow lies outside the box: with one, the content scrolls in an inner box.
          arrow ? 'flex flex-col' : 'overflow-auto',
          className,
        )}
        {...props}
      >
        {arrow ? (
          <div ref={markScrollable} className="focus-ring-inset min-h-0 overflow-auto">
            {children}
          </div>
        ) : (
          children
        )}
        {arrow ? (
          <Radix.Arrow asChild>
            <PopperArrow />
          </Radix.Arrow>
        ) : null}
      </Radix.Content>
    </Radix.Portal>
  )
}
