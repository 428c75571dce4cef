import * as Radix from 'radix-ui/tooltip'
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useSide, type Side } from '../../lib/use-side.ts'

const InsideProvider = createContext(false)

/** Shares the opening delay: after one tooltip was shown its neighbours open at once. Mounted once at the application root. */
export function TooltipProvider({ children, delayDuration = 500 }: { children: ReactNode; delayDuration?: number }) {
  return (
    <InsideProvider value={true}>
      <Radix.Provider delayDuration={delayDuration} skipDelayDuration={300}>
        {children}
      </Radix.Provider>
    </InsideProvider>
  )
}

export interface TooltipProps extends Omit<ComponentProps<typeof Radix.Content>, 'content' | 'side' | 'asChild' | 'children'> {
  /** Text only. Nothing a person must know may live here alone. */
  content: ReactNode
  /** The trigger: one focusable element that forwards its props. */
  children: ReactNode
  side?: Side
  /** The text repeats the accessible name of the trigger, so it is not announced a second time. */
  naming?: boolean
  /** Shows nothing; the trigger stays in place, so that turning the hint on never remounts it. */
  disabled?: boolean
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A short hint on hover and focus. Escape closes it; the pointer may move onto it. */
export function Tooltip({
  content,
  children,
  side = 'top',
  naming = false,
  disabled = false,
  open,
  defaultOpen = false,
  onOpenChange,
  className,
  ...props
}: TooltipProps) {
  const insideProvider = useContext(InsideProvider)
  const physicalSide = useSide(side)
  // Always controlled, so that switching the hint off and on is one and the same tooltip.
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  const root = (
    <Radix.Root open={isOpen && !disabled} onOpenChange={setOpen}>
      <Radix.Trigger asChild {...(naming ? { 'aria-describedby': undefined } : {})}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          data-slot="tooltip"
          side={physicalSide}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-tooltip max-w-rail rounded-chip border border-transparent bg-surface-inverse px-2 py-1 text-xs text-fg-inverse select-none',
            className,
          )}
          {...props}
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
  // A lone tooltip (a story, an embedded part) still works without the shared provider.
  return insideProvider ? root : <Radix.Provider delayDuration={500}>{root}</Radix.Provider>
}
