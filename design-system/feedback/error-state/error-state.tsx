import { CircleX, type LucideIcon, RotateCw, Unplug, WifiOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

interface SupportId {
  value: string
  label: string
}
const PlainId = ({ value }: SupportId) => (
  <bdi dir="ltr" className="font-mono wrap-anywhere">
    {value}
  </bdi>
)
/** Loaded after a failure only: other pages need no button to copy an id. Without a connection the id is plain text. */
const CopyId = lazyPart(() =>
  import('../../data-display/copyable-id/copyable-id.tsx').then(
    ({ CopyableId }) => ({ default: ({ value, label }: SupportId) => <CopyableId value={value} label={label} /> }),
    () => ({ default: PlainId }),
  ),
)

export const errorKinds = ['failed', 'chunk-load', 'offline'] as const
export type ErrorKind = (typeof errorKinds)[number]
export const errorVariants = ['panel', 'inline', 'page'] as const
export type ErrorVariant = (typeof errorVariants)[number]

const icons: Record<ErrorKind, LucideIcon> = { failed: Unplug, 'chunk-load': RotateCw, offline: WifiOff }
/** Default texts of each kind. */
const texts = {
  failed: {
    title: 'DesignSystem.ErrorState.FailedTitle',
    description: 'DesignSystem.ErrorState.FailedText',
    retry: 'DesignSystem.ErrorState.Retry',
  },
  'chunk-load': {
    title: 'DesignSystem.ErrorState.ChunkTitle',
    description: 'DesignSystem.ErrorState.ChunkText',
    retry: 'DesignSystem.ErrorState.Reload',
  },
  offline: {
    title: 'DesignSystem.ErrorState.OfflineTitle',
    description: 'DesignSystem.ErrorState.OfflineText',
    retry: 'DesignSystem.ErrorState.Retry',
  },
} as const

export interface ErrorStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /**
   * The service failed, a chunk of the console could not be fetched (a new version was released), or there is no
   * connection.
   */
  kind?: ErrorKind
  /** `inline` is one line beside working content, `panel` fills a part of the page, `page` replaces all of it. */
  variant?: ErrorVariant
  /** Replaces the default title of the kind. */
  title?: ReactNode
  /** Replaces the default sentence of the kind. */
  description?: ReactNode
  /** Id under which the service logged the failure. */
  correlationId?: string
  /** The response of the service, for support, behind a disclosure. Never a stack. */
  details?: ReactNode
  /** Shows a button that tries again. */
  onRetry?: () => void
  /** The next try is running: the button is busy. */
  retrying?: boolean
  /** More ways to continue, beside the retry button. */
  actions?: ReactNode
}

/** A failed load: what could not be loaded, what to do next, and the id that support needs. */
export function ErrorState({
  kind = 'failed',
  variant = 'panel',
  title,
  description,
  correlationId,
  details,
  onRetry,
  retrying = false,
  actions,
  className,
  ...props
}: ErrorStateProps) {
  const intl = useIntl()
  const inline = variant === 'inline'
  const page = variant === 'page'
  const Title = page ? 'h1' : 'p'
  // The caller knows the cause of a failure; its own text replaces the default.
  const text =
    description ??
    (title === undefined || kind !== 'failed' ? <FormattedMessage id={texts[kind].description} /> : undefined)
  const support = correlationId ? (
    <p
      className={cn(
        'flex max-w-full flex-wrap items-center gap-1 text-fg-secondary',
        !inline && 'mbs-1 justify-center',
      )}
    >
      <FormattedMessage
        id="DesignSystem.ErrorState.Support"
        values={{
          id: (
            <Suspense key="id" fallback={<PlainId value={correlationId} label="" />}>
              <CopyId
                value={correlationId}
                label={intl.formatMessage({ id: 'DesignSystem.ErrorState.CorrelationId' })}
              />
            </Suspense>
          ),
        }}
      />
    </p>
  ) : null
  return (
    <div
      data-slot="error-state"
      data-kind={kind}
      role="alert"
      className={cn(
        inline
          ? 'flex min-w-0 items-start gap-2 text-start max-sm:flex-wrap'
          : 'flex flex-col items-center justify-center px-4 text-center',
        !inline && (page ? 'py-16' : 'py-8'),
        className,
      )}
      {...props}
    >
      <Icon
        icon={inline && kind === 'failed' ? CircleX : icons[kind]}
        size={inline ? 16 : 20}
        className={inline ? 'my-0.5 text-danger-text' : 'text-fg-muted'}
      />
      <div className={cn('flex min-w-0 max-w-full flex-1 flex-col', inline ? 'max-sm:basis-[10rem]' : 'items-center')}>
        <Title
          {...(page ? { 'data-page-title': true, tabIndex: -1 } : {})}
          className={cn(
            'max-w-full font-semibold wrap-anywhere outline-none',
            inline ? 'font-medium' : 'mbs-2',
            page ? 'text-lg' : inline ? '' : 'text-md',
          )}
        >
          {title ?? <FormattedMessage id={texts[kind].title} />}
        </Title>
        {text === undefined ? null : (
          <p className={cn('wrap-anywhere text-fg-secondary', !inline && 'mbs-1 max-w-md')}>{text}</p>
        )}
        {support}
        {details === undefined ? null : (
          <details className={cn('max-w-full text-fg-secondary', !inline && 'mbs-2')}>
            <summary className="focus-ring w-fit cursor-pointer rounded-chip text-xs select-none">
              <FormattedMessage id="DesignSystem.ErrorState.Details" />
            </summary>
            <div className="mbs-1 max-h-[12rem] overflow-auto rounded-chip border border-line-subtle bg-surface-sunken px-2 py-1 text-start font-mono text-xs wrap-anywhere">
              {details}
            </div>
          </details>
        )}
        {!inline && (onRetry || actions) ? (
          <div className="mbs-3 flex flex-wrap justify-center gap-2">
            <Retry kind={kind} onRetry={onRetry} retrying={retrying} />
            {actions}
          </div>
        ) : null}
      </div>
      {inline && (onRetry || actions) ? (
        <div className="-my-0.5 flex shrink-0 gap-1">
          <Retry kind={kind} size="sm" onRetry={onRetry} retrying={retrying} />
          {actions}
        </div>
      ) : null}
    </div>
  )
}

interface RetryProps {
  kind: ErrorKind
  onRetry: (() => void) | undefined
  retrying: boolean
  size?: 'sm' | 'md'
}

function Retry({ kind, onRetry, retrying, size = 'md' }: RetryProps) {
  if (!onRetry) return null
  return (
    <Button size={size} loading={retrying} onClick={onRetry}>
      {retrying ? null : <Icon icon={RotateCw} />}
      <FormattedMessage id={texts[kind].retry} />
    </Button>
  )
}
