import { ChevronDown, ChevronUp, X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useReturnFocus } from '../../lib/focus/use-return-focus.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { scrimClass } from '../dialog/scrim.ts'
import { belowMd, useMediaQuery } from '../media-query/use-media-query.ts'
import { PanelResizer, usePanelWidth } from './panel-resizer.tsx'
import { recordKeyHandler } from './record-keys.ts'

export interface SidePanelProps extends Omit<ComponentProps<'aside'>, 'title'> {
  /** Heading of the panel and its accessible name. */
  title: ReactNode
  /** Content beside the heading: copy button, badge. */
  titleEnd?: ReactNode
  /** Actions at the end of the header, before the close button. */
  actions?: ReactNode
  /** Called by the close button, and by Escape where the panel is modal. */
  onClose: () => void
  /** Moves to the previous or next record of the list; `undefined` at its edge. Also `[` and `]`. */
  onPrevious?: (() => void) | undefined
  /** Moves to the next record of the list; `undefined` at its end. Also `]`. */
  onNext?: (() => void) | undefined
  /** The width can be changed by dragging or with the arrow keys on the separator. */
  resizable?: boolean
  /** Width in pixels where the page stores it; `undefined` while the token applies. */
  width?: number | undefined
  /** Called with the width after a drag; `undefined` when it returns to that of the token. */
  onWidthChange?: (width: number | undefined) => void
  /**
   * `docked` lies beside the list, which stays usable; `modal` lies over the page. Under 900 px every panel is modal.
   */
  variant?: 'docked' | 'modal'
}

/**
 * The detail of a record beside its list: a docked, non-modal region on wide pages, a modal sheet under 900 px or on
 * request. Render it while a record is chosen; unmount it to close.
 */
export function SidePanel({
  title,
  titleEnd,
  actions,
  onClose,
  onPrevious,
  onNext,
  resizable = false,
  width: widthProp,
  onWidthChange,
  variant = 'docked',
  className,
  children,
  id,
  ref,
  ...props
}: SidePanelProps) {
  const narrow = useMediaQuery(belowMd)
  const titleId = useId()
  const ownId = useId()
  const panelId = id ?? ownId
  const { captureFocus, restoreFocus } = useReturnFocus()
  const [width, setWidth] = usePanelWidth({ width: widthProp, onWidthChange })
  const handleKeys = recordKeyHandler({ onPrevious, onNext })
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.defaultPrevented) handleKeys(event)
  }
  const head = (
    <PanelHead
      titleEnd={titleEnd}
      actions={actions}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      title={
        // Cut in the direction of its text: a mirrored page keeps the start of an id.
        <h2 id={titleId} dir="auto" className="min-w-0 text-md font-semibold max-sm:wrap-anywhere sm:truncate">
          {title}
        </h2>
      }
    />
  )

  if (narrow || variant === 'modal') {
    return (
      <Radix.Root open onOpenChange={next => (next ? undefined : onClose())}>
        <Radix.Portal>
          <Radix.Overlay className={scrimClass} />
          <Radix.Content
            data-slot="side-panel"
            ref={mergeRefs<HTMLElement>(ref)}
            id={panelId}
            aria-labelledby={titleId}
            aria-describedby={undefined}
            onOpenAutoFocus={event => {
              captureFocus()
              event.preventDefault()
              // Focuses the sheet itself: on the first button a tooltip would open and consume the first Escape.
              if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
            }}
            onCloseAutoFocus={restoreFocus}
            onKeyDown={keyDown}
            className={cn(
              'fixed inset-y-0 inset-e-0 z-dialog flex w-full animate-slide-in flex-col border-s border-transparent bg-surface text-sm text-fg shadow-3 outline-none sm:max-w-dialog-sm',
              className,
            )}
            {...props}
          >
            <Radix.Title className="sr-only">{title}</Radix.Title>
            {head}
            <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    )
  }

  return (
    <aside
      data-slot="side-panel"
      ref={ref}
      id={panelId}
      aria-labelledby={titleId}
      style={(width === undefined ? {} : { '--panel-width': `${width}px` }) as CSSProperties}
      className={cn(
        'relative flex min-h-0 w-[var(--panel-width,var(--ds-panel-width))] max-w-1/2 shrink-0 flex-col border-s border-line bg-surface text-sm text-fg',
        className,
      )}
      {...props}
    >
      {resizable ? <PanelResizer controls={panelId} width={width} onWidthChange={setWidth} /> : null}
      <div role="presentation" onKeyDown={keyDown} className="flex min-h-0 flex-1 flex-col">
        {head}
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </div>
    </aside>
  )
}

type PanelHeadProps = Pick<SidePanelProps, 'title' | 'titleEnd' | 'actions' | 'onClose' | 'onPrevious' | 'onNext'>

function PanelHead({ title, titleEnd, actions, onClose, onPrevious, onNext }: PanelHeadProps) {
  const intl = useIntl()
  const steps = onPrevious !== undefined || onNext !== undefined
  return (
    <header className="flex min-h-topbar shrink-0 items-center gap-2 border-be border-line-subtle ps-4 pe-3 max-sm:py-2">
      {steps ? (
        <div className="flex">
          <IconButton
            variant="ghost"
            size="sm"
            icon={ChevronUp}
            label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Previous' })}
            aria-keyshortcuts="["
            aria-disabled={onPrevious === undefined || undefined}
            onClick={() => onPrevious?.()}
          />
          <IconButton
            variant="ghost"
            size="sm"
            icon={ChevronDown}
            label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Next' })}
            aria-keyshortcuts="]"
            aria-disabled={onNext === undefined || undefined}
            onClick={() => onNext?.()}
          />
        </div>
      ) : null}
      <div className="flex min-w-0 flex-1 items-center gap-2">
        {title}
        {titleEnd}
      </div>
      {actions}
      <IconButton
        variant="ghost"
        size="sm"
        icon={X}
        label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Close' })}
        onClick={onClose}
      />
    </header>
  )
}

export interface SidePanelSectionProps extends ComponentProps<'section'> {
  /** Heading of the section. */
  heading?: ReactNode
}

/** A block of the panel, separated from the one before it by a hairline. */
export function SidePanelSection({ heading, className, children, ...props }: SidePanelSectionProps) {
  const id = useId()
  return (
    <section
      data-slot="side-panel-section"
      aria-labelledby={heading === undefined ? undefined : id}
      className={cn('border-be border-line-subtle px-4 py-3 last:border-be-0', className)}
      {...props}
    >
      {heading === undefined ? null : (
        <h3 id={id} className="mbe-1 text-xs font-medium text-fg-secondary">
          {heading}
        </h3>
      )}
      {children}
    </section>
  )
}
