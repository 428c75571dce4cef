import * as Slot from 'radix-ui/slot'
import { type ComponentProps, type FocusEvent, type PointerEvent, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { Side } from '../../lib/use-side.ts'

// Placing a hint takes more code than a page needs to start, and a table may hold hundreds of hints: the layer comes
// with the first one wanted.
const TooltipLayer = lazyPart(() => import('./tooltip-layer.tsx').then(module => ({ default: module.TooltipLayer })))

/** What brought the hint up; null when its owner opened it. */
export interface TooltipActivation {
  trigger: HTMLElement
  event: Event | null
}

export interface TooltipProps extends Omit<ComponentProps<'div'>, 'content' | 'children'> {
  /** Text only. Nothing a person must know may live here alone. */
  content: ReactNode
  /** The trigger: one focusable element that forwards its props. */
  children: ReactNode
  side?: Side
  /** The text repeats the accessible name of the trigger, so it is not announced a second time. */
  isLabel?: boolean
  /** Shows nothing; the trigger stays in place, so that turning the hint on never remounts it. */
  disabled?: boolean
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
}

/**
 * A short hint on hover and focus. Escape closes it; the pointer may move onto it. After one was shown its neighbours
 * open at once. The trigger is drawn alone; what places and shows the hint is mounted beside it when the pointer or the
 * focus arrives.
 */
export function Tooltip({
  content,
  children,
  isLabel: naming = false,
  disabled = false,
  open,
  defaultOpen = false,
  onOpenChange,
  ...props
}: TooltipProps) {
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  const [arrival, setArrival] = useState<TooltipActivation | null>(null)
  const [describedBy, setDescribedBy] = useState<string>()

  const arrive = ({ currentTarget, nativeEvent }: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
    if (nativeEvent.type === 'focusin' && !currentTarget.matches(':focus-visible')) return
    setArrival(current => current ?? { trigger: currentTarget, event: nativeEvent })
  }
  // A press while the layer is still on its way: the layer would not know of it, and the hint would come up over what
  // was opened.
  const press = () => {
    if (!isOpen) setArrival(null)
  }
  const attach = (node: HTMLElement | null) => {
    if (node && isOpen) setArrival(current => (current?.trigger === node ? current : { trigger: node, event: null }))
  }

  return (
    <>
      <Slot.Root
        ref={attach}
        onPointerEnter={arrive}
        onFocus={arrive}
        onClick={press}
        {...(naming || describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      >
        {children}
      </Slot.Root>
      {arrival && !disabled ? (
        <Suspense fallback={null}>
          <TooltipLayer
            {...props}
            activation={arrival}
            open={isOpen}
            onOpenChange={setOpen}
            onDescribe={setDescribedBy}
            onLeave={() => setArrival(null)}
          >
            {content}
          </TooltipLayer>
        </Suspense>
      ) : null}
    </>
  )
}
