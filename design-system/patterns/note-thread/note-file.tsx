import { Download, Paperclip, RotateCcw, X } from 'lucide-react'
import * as Progress from 'radix-ui/progress'
import { type ComponentProps, useId } from 'react'
import { useIntl } from 'react-intl'
import { type FileState, fractionOf } from '../../forms/file-drop/file-state.ts'
import { useFileText } from '../../forms/file-drop/use-file-text.ts'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { Spinner } from '../../primitives/spinner/spinner.tsx'

export interface NoteFileProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Name of the file. */
  name: string
  /** Size in bytes. */
  size?: number | undefined
  /** Progress of its upload; without one it belongs to a published note. */
  state?: FileState
  /** Downloads the file. */
  onDownload?: (() => void) | undefined
  /** The download is under way. */
  downloading?: boolean
  /** Removes it from the draft. */
  onRemove?: (() => void) | undefined
  /** Uploads a failed file again. */
  onRetry?: (() => void) | undefined
}

/** A file of a note: name, size, and what can be done with it. */
export function NoteFile({
  name,
  size,
  state = { kind: 'done' },
  onDownload,
  downloading = false,
  onRemove,
  onRetry,
  className,
  ...props
}: NoteFileProps) {
  const intl = useIntl()
  const words = useFileText()
  const nameId = useId()
  const fraction = fractionOf(state)
  const busy = state.kind !== 'done' && state.kind !== 'failed'
  return (
    <div
      data-slot="note-file"
      data-state={state.kind}
      className={cn(
        'min-w-0 rounded-control border bg-surface px-2 py-1 text-xs',
        state.kind === 'failed' ? 'border-danger-border' : 'border-line-subtle',
        className,
      )}
      {...props}
    >
      <div className="flex min-w-0 items-center gap-2">
        <span className="flex shrink-0 text-fg-muted">
          {busy ? <Spinner size={12} /> : <Icon icon={Paperclip} size={12} />}
        </span>
        <span id={nameId} className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
          <bdi>{name}</bdi>
        </span>
        <span className="shrink-0 text-fg-muted tabular-nums">
          {busy && fraction !== undefined ? words.percent(fraction) : words.size(size)}
        </span>
        {state.kind === 'failed' && state.retryable !== false && onRetry ? (
          <IconButton
            size="sm"
            icon={RotateCcw}
            label={intl.formatMessage({ id: 'DesignSystem.FileDrop.Retry' }, { name })}
            onClick={onRetry}
          />
        ) : null}
        {onDownload ? (
          <IconButton
            size="sm"
            icon={Download}
            loading={downloading}
            label={intl.formatMessage({ id: 'DesignSystem.NoteFile.Download' }, { name })}
            onClick={onDownload}
          />
        ) : null}
        {onRemove ? (
          <IconButton
            size="sm"
            icon={X}
            label={intl.formatMessage({ id: 'DesignSystem.FileDrop.Remove' }, { name })}
            onClick={onRemove}
          />
        ) : null}
      </div>
      {busy ? (
        <Progress.Root
          aria-labelledby={nameId}
          value={fraction === undefined ? null : Math.round(fraction * 100)}
          getValueLabel={value => words.percent(value / 100)}
          className="mbs-1 h-1 overflow-hidden rounded-full border border-transparent bg-surface-sunken"
        >
          <Progress.Indicator
            className="forced-color-adjust-none h-full bg-accent"
            style={{ inlineSize: `${(fraction ?? 1) * 100}%`, opacity: fraction === undefined ? 0.35 : 1 }}
          />
        </Progress.Root>
      ) : null}
      {state.kind === 'failed' ? (
        <p className="mbs-1 wrap-anywhere text-danger-text">
          <bdi>{state.reason}</bdi>
        </p>
      ) : null}
    </div>
  )
}
