import * as Slot from 'radix-ui/slot'
import { type ComponentProps, type FocusEvent, type PointerEvent, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { Side } from '../../lib/use-side.ts'

// Positioning a tooltip takes more code than a page needs to start, and a table may have hundreds of tooltips: the
// layer is loaded with the first one requested.
const TooltipLayer = lazyPart(() => import('./tooltip-layer.tsx').then(module => ({ default: module.TooltipLayer })))

/** The event that requested the tooltip; null when its owner opened it. */
export interface TooltipActivation {
  trigger: HTMLElement
  event: Event | null
}

export interface TooltipProps extends Omit<ComponentProps<'div'>, 'content' | 'children'> {
  /** Text only. Never for essential information alone. */
  content: ReactNode
  /** The trigger: one focusable element that forwards its props. */
  children: ReactNode
  /** Side on which it opens; logical, so it is mirrored from right to left. */
  side?: Side
  /** The text repeats the accessible name of the trigger, so it is not announced a second time. */
  isLabel?: boolean
  /** Shows nothing; the trigger stays mounted, so that enabling the tooltip never remounts it. */
  disabled?: boolean
  /** Whether the text is shown. */
  open?: boolean
  /** Whether the text is initially shown, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the text appears or disappears. */
  onOpenChange?: (open: boolean) => void
}

/**
 * A short tooltip on hover and focus. Escape closes it; the pointer may move onto it. After one was shown its
 * neighbours open at once. The trigger is rendered alone; the layer that positions and shows the tooltip is mounted
 * beside it when the pointer or the focus arrives.
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
  // A press while the layer is still loading: the layer would miss it, and the tooltip would open over the result.
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
