import {
  ChevronDown,
  CircleCheck,
  CirclePause,
  CircleX,
  FileText,
  type LucideIcon,
  Pause,
  Play,
  RotateCcw,
  X,
} from 'lucide-react'
import * as Collapsible from 'radix-ui/collapsible'
import * as Progress from 'radix-ui/progress'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { Spinner } from '../../primitives/spinner/spinner.tsx'
import { type FileEntry, type FileState, fractionOf } from './file-state.ts'
import { useFileText } from './use-file-text.ts'

export interface FileActions {
  /** Called with the id of the file to remove. */
  onRemove?: ((id: string) => void) | undefined
  /** Called with the id of a failed file to upload again. */
  onRetry?: ((id: string) => void) | undefined
  /** Called with the id of the upload to interrupt. */
  onPause?: ((id: string) => void) | undefined
  /** Called with the id of the upload to continue. */
  onResume?: ((id: string) => void) | undefined
}

const glyphs: Partial<Record<FileState['kind'], LucideIcon>> = {
  queued: FileText,
  paused: CirclePause,
  failed: CircleX,
  done: CircleCheck,
}

/** One file: name, progress, actions, and its rejected lines. */
export function FileRow({
  file,
  disabled,
  onRemove,
  onRetry,
  onPause,
  onResume,
}: FileActions & { file: FileEntry; disabled: boolean }) {
  const intl = useIntl()
  const nameId = useId()
  const { state, id, name } = file
  const fraction = fractionOf(state)
  const glyph = glyphs[state.kind]
  const busy = state.kind === 'hashing' || state.kind === 'uploading' || state.kind === 'validating'
  const actionName = (action: 'Retry' | 'Pause' | 'Resume' | 'Remove') =>
    intl.formatMessage({ id: `DesignSystem.FileDrop.${action}` }, { name })
  const action = (which: 'Retry' | 'Pause' | 'Resume', icon: LucideIcon, act: ((id: string) => void) | undefined) =>
    act ? (
      <IconButton size="sm" icon={icon} label={actionName(which)} disabled={disabled} onClick={() => act(id)} />
    ) : null
  return (
    <li
      data-slot="file-row"
      data-state={state.kind}
      className={cn(
        'min-w-0 rounded-card border bg-surface p-2 text-sm',
        state.kind === 'failed' ? 'border-danger-border' : 'border-line-subtle',
      )}
    >
      <div className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
        <span
          className={cn(
            'flex',
            state.kind === 'failed'
              ? 'text-danger-text'
              : state.kind === 'done'
                ? 'text-success-text'
                : 'text-fg-muted',
          )}
        >
          {glyph ? <Icon icon={glyph} /> : <Spinner />}
        </span>
        <span id={nameId} className="min-w-0 flex-1 font-medium max-sm:wrap-anywhere sm:truncate">
          <bdi>{name}</bdi>
        </span>
        <FileStatus file={file} />
        <span className="flex shrink-0 gap-1">
          {state.kind === 'uploading' ? action('Pause', Pause, onPause) : null}
          {state.kind === 'paused' ? action('Resume', Play, onResume) : null}
          {state.kind === 'failed' && state.retryable !== false ? action('Retry', RotateCcw, onRetry) : null}
          {onRemove ? (
            <IconButton
              size="sm"
              data-remove
              icon={X}
              label={actionName('Remove')}
              disabled={disabled}
              onClick={() => onRemove(id)}
            />
          ) : null}
        </span>
      </div>
      {busy || state.kind === 'paused' ? (
        <Progress.Root
          aria-labelledby={nameId}
          value={fraction === undefined ? null : Math.round(fraction * 100)}
          getValueLabel={value => intl.formatNumber(value / 100, { style: 'percent', numberingSystem: 'latn' })}
          className="mbs-1.5 h-1 overflow-hidden rounded-full border border-transparent bg-surface-sunken"
        >
          <Progress.Indicator
            className={cn('forced-color-adjust-none h-full', state.kind === 'paused' ? 'bg-line-strong' : 'bg-accent')}
            style={{ inlineSize: `${(fraction ?? 1) * 100}%`, opacity: fraction === undefined ? 0.35 : 1 }}
          />
        </Progress.Root>
      ) : null}
      {state.kind === 'failed' ? (
        <p className="mbs-1 text-xs wrap-anywhere text-danger-text">
          <bdi>{state.reason}</bdi>
        </p>
      ) : null}
      <RowErrors file={file} />
    </li>
  )
}

/** The progress of a file as text: the bar only repeats it. */
function FileStatus({ file: { state, size } }: { file: FileEntry }) {
  const words = useFileText()
  const fraction = fractionOf(state)
  const rate = state.kind === 'uploading' ? state.bytesPerSecond : undefined
  const left =
    rate !== undefined && size !== undefined && fraction !== undefined
      ? words.left(size * (1 - fraction), rate)
      : undefined
  return (
    <span className="flex min-w-0 flex-wrap justify-end gap-x-2 text-xs text-fg-muted max-sm:order-1 max-sm:w-full max-sm:justify-start max-sm:ps-6">
      <span className={state.kind === 'failed' ? 'text-danger-text' : undefined}>
        <FormattedMessage
          id={`DesignSystem.FileDrop.State.${state.kind}`}
          values={{
            percent: words.percent(fraction ?? 0),
            known: fraction === undefined ? 'no' : 'yes',
            accepted: state.kind === 'done' ? (state.accepted ?? -1) : -1,
            rejected: state.kind === 'done' ? (state.rejected ?? 0) : 0,
          }}
        />
      </span>
      {rate === undefined ? null : <bdi>{words.rate(rate)}</bdi>}
      {left === undefined ? null : (
        <span>
          <FormattedMessage id="DesignSystem.FileDrop.Left" values={{ time: left }} />
        </span>
      )}
      {size === undefined || state.kind === 'uploading' ? null : <bdi>{words.size(size)}</bdi>}
    </span>
  )
}

const errorsShown = 50

/** Rejected lines of the file, in a disclosure with their number. */
function RowErrors({ file: { rowErrors = [], rowErrorCount } }: { file: FileEntry }) {
  const intl = useIntl()
  const count = Math.max(rowErrorCount ?? 0, rowErrors.length)
  if (rowErrors.length === 0) return null
  return (
    <Collapsible.Root className="mbs-1">
      <Collapsible.Trigger asChild>
        <Button variant="ghost" size="sm" className="group -ms-1 px-1 text-danger-text">
          <Icon
            icon={ChevronDown}
            size={12}
            className="-rotate-90 group-data-[state=open]:rotate-0 rtl:rotate-90 rtl:group-data-[state=open]:rotate-0"
          />
          <FormattedMessage id="DesignSystem.FileDrop.RowErrors" values={{ count }} />
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        {/* The keyboard scrolls it. */}
        <div
          role="group"
          aria-label={intl.formatMessage({ id: 'DesignSystem.FileDrop.RowErrors' }, { count })}
          tabIndex={0}
          className="mbs-1 max-h-[12rem] overflow-y-auto rounded-control border border-line-subtle focus-ring-inset"
        >
          <ul className="divide-y divide-line-subtle text-xs">
            {rowErrors.slice(0, errorsShown).map(({ row, column, message }, index) => (
              <li key={index} className="flex gap-3 px-2 py-1">
                <span className="w-[6rem] shrink-0 text-fg-muted tabular-nums">
                  <FormattedMessage
                    id="DesignSystem.FileDrop.Row"
                    values={{
                      row,
                      column:
                        column === undefined ? (
                          ''
                        ) : (
                          <bdi dir="ltr" className="font-mono">
                            {column}
                          </bdi>
                        ),
                      named: column === undefined ? 'no' : 'yes',
                    }}
                  />
                </span>
                <bdi className="min-w-0 wrap-anywhere">{message}</bdi>
              </li>
            ))}
          </ul>
        </div>
        {count > errorsShown || count > rowErrors.length ? (
          <p className="mbs-1 text-xs text-fg-muted">
            <FormattedMessage
              id="DesignSystem.FileDrop.RowErrorsShown"
              values={{ shown: Math.min(errorsShown, rowErrors.length), count }}
            />
          </p>
        ) : null}
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
