import { FileUp } from 'lucide-react'
import { type ComponentProps, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { useFieldControl } from '../field/field.tsx'
import { stableKeys } from '../input/stable-keys.ts'
import { type FileActions, FileRow } from './file-row.tsx'
import {
  type FileEntry,
  type FileState,
  milestone,
  partitionFiles,
  type RejectionReason,
  totalsOf,
} from './file-state.ts'
import { useFileText } from './use-file-text.ts'

export interface FileDropProps
  extends Omit<ComponentProps<'div'>, 'children' | 'onDrop' | keyof FileActions>,
    FileActions {
  /** The expected file: "Blocked lockers, CSV". Name of the field. */
  label: string
  /** Accepted types, in the format of the native field: `.csv,text/csv`. */
  accept?: string
  /** The accepted types as text, for the hint: "CSV". */
  acceptLabel?: string
  /** Accepts more than one file. */
  multiple?: boolean
  /** Maximum size in bytes. */
  maxSize?: number
  /** All files with their states. */
  files: readonly FileEntry[]
  /** Called with the accepted files: start their upload. */
  onFilesAdd: (files: File[]) => void
  /** Called with rejected files and the reasons. These are shown under the field in any case. */
  onFilesReject?: (rejected: readonly { file: File; reason: RejectionReason }[]) => void
  /** Description that is always shown, under the area. */
  description?: ReactNode
  /** Nothing can be added or removed. */
  disabled?: boolean
  /** A file must be given before the form is sent. */
  required?: boolean
  /** Name of the files in the form. */
  name?: string
}

/** Selects files for upload: a button, a drop zone, and one line per file with its state. It uploads nothing itself. */
export function FileDrop({
  label,
  accept,
  acceptLabel,
  multiple = false,
  maxSize,
  files,
  onFilesAdd,
  onFilesReject,
  description,
  disabled = false,
  required,
  name,
  onRemove,
  onRetry,
  onPause,
  onResume,
  className,
  id,
  ref,
  ...props
}: FileDropProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const words = useFileText()
  const ids = { hint: useId(), rejected: useId(), label: useId(), button: useId() }
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const [rejected, setRejected] = useState<readonly { file: File; reason: RejectionReason }[]>([])
  const control = useFieldControl({ required })
  useProgressAnnouncements(files)
  useUniqueIds('FileDrop', 'files', files)

  const take = (list: readonly File[]) => {
    if (disabled || list.length === 0) return
    const sorted = partitionFiles(list, { accept, maxSize, multiple, fileCount: files.length })
    setRejected(sorted.rejected)
    if (sorted.rejected.length > 0) onFilesReject?.(sorted.rejected)
    if (sorted.accepted.length > 0) {
      announce(
        intl.formatMessage(
          { id: 'DesignSystem.FileDrop.Added' },
          { count: sorted.accepted.length, name: sorted.accepted[0]?.name ?? '' },
        ),
      )
      onFilesAdd(sorted.accepted)
      // The only file was added: its line gets the focus of the button, which is disabled now.
      if (!multiple && button.current === document.activeElement)
        requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-remove]')?.focus())
    }
  }
  const drag = (event: DragEvent, entered: boolean) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(entered)
  }
  /** The line of a removed file is removed with the focus: the next line, or the button, gets it. */
  const remove = (fileId: string) => {
    const at = files.findIndex(file => file.id === fileId)
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-slot="file-row"]') ?? [])]
    const neighbour = rows[at + 1] ?? rows[at - 1]
    ;(neighbour?.querySelector<HTMLElement>('[data-remove]') ?? button.current)?.focus()
    announce(intl.formatMessage({ id: 'DesignSystem.FileDrop.Removed' }, { name: files[at]?.name ?? '' }))
    onRemove?.(fileId)
  }
  const full = !multiple && files.length > 0
  const totals = totalsOf(files)
  const kinds = <bdi>{acceptLabel ?? accept}</bdi>
  const largest = <bdi>{maxSize === undefined ? '' : words.size(maxSize)}</bdi>
  const keys = stableKeys(files.map(file => file.id))

  return (
    <div
      ref={mergeRefs(root, ref)}
      data-slot="file-drop"
      id={id}
      className={cn('flex min-w-0 flex-col gap-2', className)}
      {...props}
    >
      {/* Dropping is an additional way: the button inside does the same. */}
      <div
        role="group"
        aria-labelledby={ids.label}
        aria-disabled={disabled || undefined}
        data-over={over || undefined}
        onDragEnter={event => drag(event, true)}
        onDragOver={event => drag(event, true)}
        onDragLeave={event =>
          event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null)
            ? undefined
            : drag(event, false)
        }
        onDrop={event => {
          drag(event, false)
          take([...event.dataTransfer.files])
        }}
        className={cn(
          'flex flex-col items-center gap-1 rounded-card border border-dashed bg-surface px-4 py-5 text-center data-over:border-solid data-over:border-accent data-over:bg-surface-selected',
          control.invalid || rejected.length > 0 ? 'border-danger-border' : 'border-line-strong',
          disabled && 'border-line bg-surface-sunken text-fg-disabled',
        )}
      >
        <span className={disabled ? 'text-fg-disabled' : 'text-fg-muted'}>
          <Icon icon={FileUp} size={20} />
        </span>
        <p id={ids.label} className="text-sm font-medium">
          {label}
          {control.required ? (
            <span aria-hidden className="text-danger-text">
              {requiredMark}
            </span>
          ) : null}
        </p>
        <p className={cn('text-xs', disabled ? 'text-fg-disabled' : 'text-fg-muted')} aria-hidden>
          {full ? (
            <FormattedMessage id="DesignSystem.FileDrop.Full" />
          ) : (
            <FormattedMessage id="DesignSystem.FileDrop.Drop" values={{ count: multiple ? 2 : 1 }} />
          )}
        </p>
        <Button
          ref={button}
          id={ids.button}
          className="mbs-1"
          disabled={disabled || full}
          data-invalid={control.invalid || undefined}
          aria-labelledby={`${ids.button} ${ids.label}`}
          aria-describedby={[ids.hint, rejected.length > 0 ? ids.rejected : undefined, control.aria['aria-describedby']]
            .filter(Boolean)
            .join(' ')}
          onClick={() => input.current?.click()}
        >
          <FormattedMessage id="DesignSystem.FileDrop.Choose" values={{ count: multiple ? 2 : 1 }} />
        </Button>
        {/* The native field opens the system's dialog; the button before it is visible, named and focusable. */}
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          required={control.required && files.length === 0}
          name={name}
          onChange={event => {
            take([...(event.target.files ?? [])])
            // The same file may be chosen again after its removal.
            event.target.value = ''
          }}
        />
        <p id={ids.hint} className={cn('mbs-1 text-xs', disabled ? 'text-fg-disabled' : 'text-fg-muted')}>
          <FormattedMessage
            id="DesignSystem.FileDrop.Hint"
            values={{
              types: kinds,
              typed: (acceptLabel ?? accept) === undefined ? 'no' : 'yes',
              size: largest,
              sized: maxSize === undefined ? 'no' : 'yes',
            }}
          />
          {description === undefined ? null : <> {description}</>}
        </p>
      </div>
      {rejected.length > 0 ? (
        <div id={ids.rejected} role="alert">
          <ul className="grid gap-0.5 text-xs text-danger-text">
            {rejected.slice(0, 5).map(({ file, reason }, index) => (
              <li key={index} className="wrap-anywhere">
                <FormattedMessage
                  id={`DesignSystem.FileDrop.Refused.${reason}`}
                  values={{
                    name: <bdi className="font-medium">{file.name.slice(0, 200)}</bdi>,
                    types: kinds,
                    size: largest,
                  }}
                />
              </li>
            ))}
            {rejected.length > 5 ? (
              <li>
                <FormattedMessage id="DesignSystem.FileDrop.RefusedMore" values={{ count: rejected.length - 5 }} />
              </li>
            ) : null}
          </ul>
        </div>
      ) : null}
      {files.length > 0 ? (
        // eslint-disable-next-line jsx-a11y-x/no-redundant-roles -- without bullets Safari does not take it for a list
        <ul role="list" aria-label={intl.formatMessage({ id: 'DesignSystem.FileDrop.Files' })} className="grid gap-2">
          {files.map((file, index) => (
            <FileRow
              key={keys[index]}
              file={file}
              disabled={disabled}
              onRemove={onRemove && remove}
              onRetry={onRetry}
              onPause={onPause}
              onResume={onResume}
            />
          ))}
        </ul>
      ) : null}
      {files.length > 1 ? (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage
            id="DesignSystem.FileDrop.Total"
            values={{ files: totals.files, size: words.size(totals.bytes), done: totals.done, failed: totals.failed }}
          />
        </p>
      ) : null}
    </div>
  )
}

/** Decoration: the field exposes "required" to assistive technology. */
const requiredMark = ' *'

/** Announces the progress of files: each quarter, and the end. */
function useProgressAnnouncements(files: readonly FileEntry[]) {
  const intl = useIntl()
  const announce = useAnnounce()
  const before = useRef(new Map<string, FileState>())
  useEffect(() => {
    const said = files.flatMap(file => {
      const reached = milestone(before.current.get(file.id), file.state)
      if (reached === undefined) return []
      if (reached === 'done') return [intl.formatMessage({ id: 'DesignSystem.FileDrop.SaidDone' }, { name: file.name })]
      if (reached === 'failed')
        return [
          intl.formatMessage(
            { id: 'DesignSystem.FileDrop.SaidFailed' },
            { name: file.name, reason: file.state.kind === 'failed' ? file.state.reason : '' },
          ),
        ]
      return [
        intl.formatMessage({ id: 'DesignSystem.FileDrop.SaidPercent' }, { name: file.name, percent: reached / 100 }),
      ]
    })
    before.current = new Map(files.map(file => [file.id, file.state]))
    if (said.length > 0) announce(said.join(' '))
  }, [files, intl, announce])
}
