import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { DecisionBadge } from '../../data-display/decision-badge/decision-badge.tsx'
import { Money } from '../../data-display/money/money.tsx'
import { ScoreMeter } from '../../data-display/score-meter/score-meter.tsx'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { type Breadcrumb, Breadcrumbs } from '../../navigation/breadcrumbs/breadcrumbs.tsx'
import { useOptionalNavShell } from '../../navigation/nav-shell/nav-context.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

/** Set by the surrounding page after it was scrolled: its header should be condensed. */
export const CondensedHead = createContext(false)

export interface CaseHeaderProps extends Omit<ComponentProps<'header'>, 'title' | 'id'> {
  /** Type of the record: "Purchase". */
  typeLabel: ReactNode
  /** Id of the record: part of the one `h1`, always left to right. */
  recordId: string
  /** Content directly after the id: its copy button. */
  idEnd?: ReactNode
  /** Shows a button that leads back to the list. */
  onBack?: () => void
  /** Position in the queue with buttons to the neighbours. */
  position?: ReactNode
  /** Rendered into the top bar of the shell. */
  breadcrumb?: readonly Breadcrumb[]
  /** Amount of the record with the ISO 4217 code of its currency. */
  amount?: { amount: number; currency: string }
  /** Omit it for records that never have a score. `null`: the record was not scored. */
  score?: number | null
  /** The decision in force: the one solid badge of the page. */
  decision?: string
  /** The decision it replaced. */
  overridden?: string
  /** More badges: status, label. */
  badges?: ReactNode
  /** Buttons at the inline end, the primary one last. */
  actions?: ReactNode
  /** One low line; by default set by the surrounding page. */
  condensed?: boolean
}

/** Identity and decision of a record: name, amount, score, decision in force, actions. */
export function CaseHeader({
  typeLabel,
  recordId,
  idEnd,
  onBack,
  position,
  breadcrumb,
  amount,
  score,
  decision,
  overridden,
  badges,
  actions,
  condensed: given,
  className,
  ...props
}: CaseHeaderProps) {
  const intl = useIntl()
  const shell = useOptionalNavShell()
  const scrolled = useContext(CondensedHead)
  const condensed = given ?? scrolled
  return (
    <header
      data-slot="case-header"
      data-condensed={condensed || undefined}
      className={cn(
        'flex shrink-0 flex-wrap items-center px-page',
        condensed ? 'min-h-bar gap-x-4 gap-y-0 py-0.5' : 'min-h-page-header gap-x-6 gap-y-2 py-2',
        className,
      )}
      {...props}
    >
      {breadcrumb && shell?.breadcrumbHost
        ? createPortal(<Breadcrumbs items={breadcrumb} renderLink={shell.renderLink} />, shell.breadcrumbHost)
        : null}
      <div className="flex min-w-0 items-center gap-3">
        {onBack ? (
          <IconButton
            icon={ArrowLeft}
            className="-ms-2"
            label={intl.formatMessage({ id: 'DesignSystem.CaseHeader.Back' })}
            onClick={onBack}
          />
        ) : null}
        {position === undefined ? null : <div className="flex items-center text-xs text-fg-muted">{position}</div>}
        {onBack || position !== undefined ? <span aria-hidden className="h-6 border-s border-line" /> : null}
        <h1
          data-page-title
          tabIndex={-1}
          className={cn(
            // The id is cut in its own direction: a mirrored page keeps its start, too.
            'min-w-0 gap-[0.25em] font-normal text-fg-secondary outline-none max-sm:wrap-anywhere sm:flex',
            condensed ? 'text-md' : 'text-xl',
          )}
        >
          <span className="shrink-0">{typeLabel}</span>{' '}
          <bdi dir="ltr" className="min-w-0 font-semibold text-fg sm:truncate">
            {recordId}
          </bdi>
        </h1>
        {idEnd}
      </div>
      {amount ? <Money {...amount} className={cn('font-semibold text-fg', condensed ? 'text-md' : 'text-xl')} /> : null}
      {score === undefined ? null : (
        <ScoreMeter value={score} variant={condensed ? 'segments' : 'large'} band={!condensed} />
      )}
      {decision === undefined ? null : (
        <DecisionBadge appearance="solid" decision={decision} {...defined({ overridden })} />
      )}
      {badges}
      {actions === undefined ? null : (
        <div
          role="group"
          aria-label={intl.formatMessage({ id: 'DesignSystem.CaseHeader.Actions' })}
          className="ms-auto flex flex-wrap items-center gap-2"
        >
          {actions}
        </div>
      )}
    </header>
  )
}
