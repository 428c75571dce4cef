import { type ComponentProps, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '../popover/popover.tsx'
import type { TourProps, TourResult, TourStep } from './tour.tsx'
import { useBox, useTarget } from './use-target.ts'

interface TourRunProps
  extends Omit<TourProps, 'open' | 'defaultOpen' | 'onOpenChange' | 'step' | 'defaultStep' | 'onStepChange' | 'onEnd'> {
  index: number
  onIndexChange: (index: number) => void
  onEnd: (outcome: TourResult['outcome']) => void
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** Moves the focus to the target of the last card, or into it, or back to its position before the tour. */
function restoreFocus(target: Element | undefined, before: Element | null) {
  const goal = target?.matches(focusable) ? target : (target?.querySelector(focusable) ?? before)
  if (goal instanceof HTMLElement && goal.isConnected) goal.focus()
}

/** A running tour. It skips missing targets, in its direction, and ends when none is left. */
export function TourRun({ steps, index, onIndexChange, onEnd, ...props }: TourRunProps) {
  const [direction, setDirection] = useState<1 | -1>(1)
  const [before] = useState(() => document.activeElement)
  const shown = useRef<Element>(undefined)
  const step = steps[index]
  const target = useTarget(step ?? { id: '', target: '', targetName: '', title: '', body: '' })

  const end = (outcome: TourResult['outcome']) => {
    onEnd(outcome)
    restoreFocus(shown.current, before)
  }
  const go = (by: 1 | -1) => {
    setDirection(by)
    if (steps[index + by]) onIndexChange(index + by)
    else end('done')
  }
  const found = target?.status === 'found' ? target.element : undefined
  const skipMissing = useEffectEvent(() => {
    if (steps[index + direction]) onIndexChange(index + direction)
    // No earlier step is available: forward again, past the step it came from.
    else if (direction === -1) go(1)
    else end('done')
  })
  useEffect(() => {
    if (found) shown.current = found
    found?.scrollIntoView({ block: 'nearest' })
  }, [found])
  const missing = target?.status === 'missing' ? target.stepId : undefined
  useEffect(() => {
    if (missing !== undefined) skipMissing()
  }, [missing])

  if (!step || !found) return null
  return (
    <TourCard
      key={step.id}
      {...props}
      step={step}
      element={found}
      number={index + 1}
      count={steps.length}
      onGo={go}
      onSkip={() => end('skipped')}
    />
  )
}

interface TourCardProps extends Omit<ComponentProps<'div'>, 'title' | 'children'> {
  step: TourStep
  element: Element
  number: number
  count: number
  onGo: (by: 1 | -1) => void
  onSkip: () => void
}

function TourCard({ step, element, number, count, onGo, onSkip, className, ...props }: TourCardProps) {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const box = useBox(element)
  const last = number === count
  return (
    <Popover open onOpenChange={open => (open ? undefined : onSkip())}>
      <PopoverAnchor virtualRef={{ current: element }} />
      <Frame box={box} />
      <PopoverContent
        ref={card}
        side={step.side ?? 'bottom'}
        arrow
        align="center"
        sideOffset={8}
        data-slot="tour"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-target ${id}-body`}
        // The page under it stays usable: only Skip, Done and Escape end a tour.
        onInteractOutside={event => event.preventDefault()}
        onOpenAutoFocus={event => {
          event.preventDefault()
          card.current?.focus()
        }}
        onCloseAutoFocus={event => event.preventDefault()}
        className={cn('focus-ring-inset w-panel max-w-[calc(100vw-1.5rem)] p-4', className)}
        {...props}
      >
        <div className="flex flex-col gap-2">
          <h2 id={`${id}-title`} className="text-md font-semibold">
            {step.title}
          </h2>
          <p id={`${id}-target`} className="sr-only">
            <FormattedMessage id="DesignSystem.Tour.Target" values={{ target: step.targetName }} />
          </p>
          <div id={`${id}-body`} className="text-fg-secondary">
            {step.body}
          </div>
          <div className="flex flex-wrap items-center gap-2 pbs-1">
            <span className="text-xs text-fg-muted tabular-nums">
              <FormattedMessage id="DesignSystem.Tour.Progress" values={{ number, count }} />
            </span>
            <span className="ms-auto flex gap-2">
              {last ? null : (
                <Button size="sm" variant="ghost" onClick={onSkip}>
                  <FormattedMessage id="DesignSystem.Tour.Skip" />
                </Button>
              )}
              {number === 1 ? null : (
                <Button size="sm" onClick={() => onGo(-1)}>
                  <FormattedMessage id="DesignSystem.Tour.Back" />
                </Button>
              )}
              <Button size="sm" variant="primary" onClick={() => onGo(1)}>
                <FormattedMessage id={last ? 'DesignSystem.Tour.Done' : 'DesignSystem.Tour.Next'} />
              </Button>
            </span>
          </div>
        </div>
      </PopoverContent>
    </Popover>
  )
}

/** The frame around the target. It is transparent to the pointer: the target stays usable. */
function Frame({ box }: { box: ReturnType<typeof useBox> }) {
  if (!box) return null
  return (
    <div
      aria-hidden
      data-slot="tour-frame"
      style={{
        insetBlockStart: box.top - 4,
        insetInlineStart: box.start - 4,
        inlineSize: box.width + 8,
        blockSize: box.height + 8,
      }}
      className="pointer-events-none fixed z-popover rounded-card border-2 border-accent"
    />
  )
}
