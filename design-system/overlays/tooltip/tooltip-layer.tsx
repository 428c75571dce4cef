import * as Radix from 'radix-ui/tooltip'
import { type ComponentProps, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { type Side, useSide } from '../../lib/use-side.ts'
import type { TooltipActivation } from './tooltip.tsx'

/** Milliseconds until a tooltip opens, and the time after one was shown within which the next opens at once. */
const delay = 500
const skipDelayMs = 300
let shownUntil = Number.NEGATIVE_INFINITY

type Handler = 'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onClick'
type TriggerProps = Partial<Record<Handler, (event: Event) => void>>
const events = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const satisfies Record<string, Handler>

interface TriggerProxyProps extends Omit<ComponentProps<'button'>, Handler | 'ref'>, TriggerProps {
  activation: TooltipActivation
  onDescribe: (id: string | undefined) => void
  ref?: Ref<HTMLElement>
}

/** Renders nothing: applies the props of a Radix trigger to the existing trigger in the page. */
function TriggerProxy({
  activation: arrival,
  onDescribe,
  ref,
  'aria-describedby': describedBy,
  ...props
}: TriggerProxyProps) {
  const { trigger, event } = arrival
  const handlers = useRef<TriggerProps>(props)
  const radixRef = useRef(ref)
  useLayoutEffect(() => {
    handlers.current = props
  })
  useLayoutEffect(() => {
    const give = mergeRefs(radixRef.current)
    give(trigger)
    const listening = new AbortController()
    for (const [name, handler] of Object.entries(events))
      trigger.addEventListener(name, moment => handlers.current[handler]?.(moment), { signal: listening.signal })
    return () => {
      listening.abort()
      give(null)
    }
  }, [trigger])
  // The event that requested the tooltip is over by now: it is replayed to the tooltip.
  useLayoutEffect(() => {
    if (event) handlers.current[event.type === 'focusin' ? 'onFocus' : 'onPointerMove']?.(event)
  }, [event])
  useLayoutEffect(() => {
    onDescribe(describedBy)
    return () => onDescribe(undefined)
  }, [describedBy, onDescribe])
  return null
}

export interface TooltipLayerProps extends Omit<ComponentProps<'div'>, 'content'> {
  activation: TooltipActivation
  side?: Side
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Id of the tooltip while it is shown. */
  onDescribe: (id: string | undefined) => void
  /** Pointer and focus left and nothing is shown: the layer is no longer needed. */
  onLeave: () => void
}

/** The tooltip itself with its opening, positioning and closing. */
export function TooltipLayer({
  activation: arrival,
  side = 'top',
  open,
  onOpenChange,
  onDescribe,
  onLeave,
  className,
  children,
  ...props
}: TooltipLayerProps) {
  const physicalSide = useSide(side)
  const [delayDuration] = useState(() => (performance.now() - shownUntil < skipDelayMs ? 0 : delay))
  const { trigger } = arrival
  useLayoutEffect(() => {
    if (open) return undefined
    const leave = () => {
      if (!trigger.matches(':hover') && !trigger.matches(':focus-visible')) onLeave()
    }
    const listening = new AbortController()
    for (const name of ['pointerleave', 'blur']) trigger.addEventListener(name, leave, { signal: listening.signal })
    return () => listening.abort()
  }, [open, trigger, onLeave])
  const change = (next: boolean) => {
    shownUntil = next ? Number.POSITIVE_INFINITY : performance.now()
    onOpenChange(next)
    if (!next && !trigger.matches(':hover') && !trigger.matches(':focus-visible')) onLeave()
  }
  return (
    <Radix.Provider delayDuration={delayDuration}>
      <Radix.Root open={open} onOpenChange={change}>
        <Radix.Trigger asChild>
          <TriggerProxy activation={arrival} onDescribe={onDescribe} />
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
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
